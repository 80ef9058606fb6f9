/** Style of icon buttons and links in the header. */
export const headerIcon =
  'grid min-h-11 min-w-11 place-items-center rounded-control text-muted hover:bg-raised hover:text-ink';
