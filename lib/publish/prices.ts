import { toContent } from './content';
import type { ParsedDraft } from './schema';

const withoutPrices = (draft: ParsedDraft) => {
  const content = toContent(draft);
  return JSON.stringify({
    ...content,
    precio: 0,
    oferta: null,
    // What the shop knows of a picture is its own record, not what the form says.
    portada_blur: null,
    banner_blur: null,
    imagenes: content.imagenes.map(({ url }) => url),
    ediciones: content.ediciones.map((edition) => ({ ...edition, precio: 0, oferta: null })),
  });
};

/** Whether two drafts of one product are the same content, whatever it costs. */
export const isSameButPrices = (one: ParsedDraft, other: ParsedDraft): boolean =>
  withoutPrices(one) === withoutPrices(other);
