import type { ProductDraft } from '@/lib/publish/types';

type FieldName = keyof ProductDraft;
export type Difference = { field: FieldName; before: string; after: string };

const line = (parts: Array<string | false>) => parts.filter(Boolean).join(' · ');

/** A field of a draft as text, for comparison. */
function asText(draft: ProductDraft, field: FieldName, names: Record<string, string>): string {
  if (field === 'cover' || field === 'banner') return draft[field]?.url ?? '';
  if (field === 'images') return draft.images.map(({ url }) => url).join('\n');
  if (field === 'editions') {
    return draft.editions
      .map(({ name, nameEn, price, offer, reservation, releaseDate, downloadLink, cover, includes, includesEn }) =>
        line([
          name,
          nameEn,
          `${price} €`,
          offer && `-> ${offer} €`,
          reservation && `(R) ${releaseDate}`.trim(),
          downloadLink,
          cover?.url ?? false,
          includes,
          includesEn,
        ]),
      )
      .join('\n');
  }
  if (field === 'bundles') {
    return draft.bundles
      .map(({ name, nameEn, description, descriptionEn, price, offer, productIds }) =>
        line([
          name,
          nameEn,
          `${price} €`,
          offer && `-> ${offer} €`,
          productIds.map((id) => names[id] ?? id).join(' + '),
          description,
          descriptionEn,
        ]),
      )
      .join('\n');
  }
  if (field === 'baseId') return names[draft.baseId] ?? draft.baseId;
  return String(draft[field]);
}

/**
 * The differences between the product on sale and a revision, in the order of `fieldNames`.
 *
 * @param names of the creator's products, by id, for bundles and the base of an extension
 * @param before null for a new product: every filled field counts as changed
 */
export function findDifferences(
  before: ProductDraft | null,
  after: ProductDraft,
  names: Record<string, string> = {},
): Difference[] {
  return (Object.keys(after) as FieldName[])
    .filter((field) => field !== 'slug' || before === null)
    .map((field) => ({ field, before: before ? asText(before, field, names) : '', after: asText(after, field, names) }))
    .filter((difference) => difference.before !== difference.after);
}
