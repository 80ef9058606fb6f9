/** Marks the HTML of a page with a section that could not be loaded (`components/ui/section-missing.tsx`). */
export const partialMark = 'data-section-missing';

/** On a cached answer that says that something could not be read (`lib/core/sections.ts`). */
export const missingTag = 'missing';

/**
 * Whether a page could not be rendered as a whole. It is shown to whoever has waited for it and kept nowhere: what was
 * kept before stays.
 *
 * @param {string} html
 */
export const isPartial = (html) => html.includes(` ${partialMark}=`);
