/** Cache tag of answers and pages with a section that could not be read (`lib/core/sections.ts`). */
export const missingTag = 'missing';
