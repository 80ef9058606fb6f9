import { toContent } from './content';
import type { ParsedDraft } from './schema';

const withoutPrices = (draft: ParsedDraft) => {
  const content = toContent(draft);
  return JSON.stringify({
    ...content,
    precio: 0,
    oferta: null,
    // The shop has its own record of each picture, so these are ignored.
    portada_blur: null,
    banner_blur: null,
    imagenes: content.imagenes.map(({ url }) => url),
    ediciones: content.ediciones.map((edition) => ({ ...edition, precio: 0, oferta: null })),
  });
};

/** True if two drafts of a product differ only in prices. */
export const isSameButPrices = (one: ParsedDraft, other: ParsedDraft): boolean =>
  withoutPrices(one) === withoutPrices(other);
