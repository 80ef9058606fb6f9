import { type ContentField, contentColumns } from '@/lib/publish/content-fields';
import type { ProductDraft } from '@/lib/publish/types';

/** The values of the form: texts, and pictures by their addresses, one a line. */
export type ContentForm = Record<ContentField, string>;

const textOf = (draft: ProductDraft, field: ContentField): string => {
  if (field === 'cover' || field === 'banner') return draft[field]?.url ?? '';
  return field === 'images' ? draft.images.map(({ url }) => url).join('\n') : draft[field];
};

/** The form's values of some fields of a draft. */
export const toContentForm = (draft: Partial<ProductDraft>): Partial<ContentForm> =>
  Object.fromEntries(
    (Object.keys(contentColumns) as ContentField[])
      .filter((field) => field in draft)
      .map((field) => [field, textOf(draft as ProductDraft, field)]),
  );

/** All fields of a draft as the form's values. */
export const contentFormOf = (draft: ProductDraft): ContentForm => toContentForm(draft) as ContentForm;
