/** The id of a YouTube video, from its address or its short link; null for anything else. */
export function youtubeId(address: string | null): string | null {
  if (!address) return null;
  const match = /^https:\/\/(?:www\.)?(?:youtube\.com\/watch\?(?:.*&)?v=|youtu\.be\/)([\w-]{11})(?:[&?#].*)?$/.exec(
    address,
  );
  return match?.[1] ?? null;
}
