/** The address of a YouTube video, or its short link; `video_valido` in SQL has the same pattern. */
export const youtubeAddress =
  /^https:\/\/(?:www\.)?(?:youtube\.com\/watch\?(?:.*&)?v=|youtu\.be\/)([A-Za-z0-9_-]{11})(?:[&?#].*)?$/;

/** The id of a YouTube video, from its address or its short link; null for anything else. */
export const youtubeId = (address: string | null): string | null => youtubeAddress.exec(address ?? '')?.[1] ?? null;
