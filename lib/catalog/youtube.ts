/**
 * The address of a YouTube video as people copy it: of its page, a short, a live stream or the player, with or without a
 * scheme, or its short link. `video_valido` in SQL has the same pattern.
 */
export const youtubeAddress =
  /^(?:https?:\/\/)?(?:(?:www\.|m\.|music\.)?youtube(?:-nocookie)?\.com\/(?:watch\/?\?(?:.*&)?v=|(?:shorts|live|embed)\/)|(?:www\.)?youtu\.be\/)([A-Za-z0-9_-]{11})(?:[/&?#].*)?$/i;

/** The id of a YouTube video, from its address; null for anything else. */
export const youtubeId = (address: string | null): string | null => youtubeAddress.exec(address ?? '')?.[1] ?? null;
