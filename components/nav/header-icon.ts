/** The look of a button or link of the header that is an icon. */
export const headerIcon =
  'grid min-h-11 min-w-11 place-items-center rounded-control text-muted hover:bg-raised hover:text-ink';
