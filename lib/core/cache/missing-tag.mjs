/** On a cached answer, and on the page made of it, that says that something could not be read (`lib/core/sections.ts`). */
export const missingTag = 'missing';
