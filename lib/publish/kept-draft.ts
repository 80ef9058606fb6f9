import { emptyDraft, type ProductDraft } from './types';

type Kept = { draft: ProductDraft; base: string };

/** A different decimal sign, as in another language, is not a change. */
const withPoint = (key: string, value: unknown) =>
  (key === 'price' || key === 'offer') && typeof value === 'string' ? value.replace(',', '.') : value;

/** A short hash of a draft, to detect later changes of the product. */
export function markOf(draft: ProductDraft): string {
  let mark = 5381;
  for (const letter of JSON.stringify(draft, withPoint)) mark = (mark * 33 + (letter.codePointAt(0) ?? 0)) % 2 ** 32;
  return mark.toString(36);
}

const isSameKind = (value: unknown, like: unknown) =>
  Array.isArray(like) ? Array.isArray(value) : typeof value === typeof like;

/**
 * A stored draft with the current fields of the form. Missing fields, and those of another type, are empty; values are
 * validated on submission.
 */
export function readKept(content: unknown): Kept {
  const { draft, base } = (content ?? {}) as { draft?: Record<string, unknown>; base?: unknown };
  const known = Object.entries(emptyDraft).map(([name, empty]) => {
    const value = draft?.[name];
    return [name, isSameKind(value, empty) ? value : empty];
  });
  return { draft: Object.fromEntries(known) as ProductDraft, base: typeof base === 'string' ? base : '' };
}
