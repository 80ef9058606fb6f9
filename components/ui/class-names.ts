/** Joins class names, leaving out empty ones. */
export const classNames = (...names: Array<string | false | null | undefined>) => names.filter(Boolean).join(' ');
