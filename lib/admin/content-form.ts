import {
  type ContentField,
  contentColumns,
  type PartField,
  type PartList,
  partColumns,
  partName,
} from '@/lib/publish/content-fields';
import type { ProductDraft } from '@/lib/publish/types';

/** The values of the form: texts, and pictures by their addresses, one per line; those of parts by `partName`. */
export type ContentForm = Record<ContentField, string>;

const textOf = (draft: ProductDraft, field: ContentField): string => {
  if (field === 'cover' || field === 'banner') return draft[field]?.url ?? '';
  return field === 'images' ? draft.images.map(({ url }) => url).join('\n') : draft[field];
};

type Part = { id: string | null } & Record<string, unknown>;

const partLists = Object.keys(partColumns) as PartList[];
const fieldsOf = (list: PartList) => Object.keys(partColumns[list].columns);

const partText = (part: Part, field: string): string =>
  field === 'cover' ? ((part.cover as { url: string } | null)?.url ?? '') : String(part[field]);

/** The form's values of some fields of a draft. */
export function toContentForm(draft: Partial<ProductDraft>): Record<string, string> {
  const own = (Object.keys(contentColumns) as ContentField[])
    .filter((field) => field in draft)
    .map((field) => [field, textOf(draft as ProductDraft, field)]);
  const parts = partLists.flatMap((list) =>
    (draft[list] ?? []).flatMap((part) => {
      const { id } = part;
      return id ? fieldsOf(list).map((field) => [partName({ list, id, field }), partText(part, field)]) : [];
    }),
  );
  return Object.fromEntries([...own, ...parts]);
}

/** All fields of a draft as the form's values. */
export const contentFormOf = (draft: ProductDraft): ContentForm => toContentForm(draft) as ContentForm;

/** The fields of a product's parts, in the order of their form. */
export const partFieldsOf = (draft: ProductDraft): PartField[] =>
  partLists.flatMap((list) =>
    draft[list].flatMap(({ id }) => (id ? fieldsOf(list).map((field) => ({ list, id, field })) : [])),
  );
