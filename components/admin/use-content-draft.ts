import { useRef } from 'react';
import { type ContentForm, partFieldsOf, toContentForm } from '@/lib/admin/content-form';
import { type ContentField, type PartList, partName } from '@/lib/publish/content-fields';
import {
  type DraftBundle,
  type DraftEdition,
  type DraftPicture,
  type ProductDraft,
  productImages,
} from '@/lib/publish/types';

type Form = { values: ContentForm; revise: (field: ContentField, value: string) => void };

/**
 * The draft for the inputs of the creator's form, with the values of a form of the panel.
 *
 * @param saved the saved product
 * @returns `change` and `changePart` update the values of the product and of its editions or bundles
 */
export function useContentDraft(saved: ProductDraft, { values, revise }: Form) {
  const pictures = useRef(new Map<string, DraftPicture>());
  // A picture may arrive while other fields are typed.
  const latest = useRef(revise);
  latest.current = revise;

  const { cover, banner, images, editions } = saved;
  const known = [cover, banner, ...images, ...editions.map((edition) => edition.cover)].filter(
    (picture) => picture !== null,
  );
  const pictureOf = (kind: keyof typeof productImages, url: string): DraftPicture =>
    pictures.current.get(url) ??
    known.find((picture) => picture.url === url) ?? { url, ...productImages[kind], blur: null };

  /** The values of an edition or a bundle, by its fields. */
  function partValues(list: PartList, { id }: { id: string | null }): Record<string, string> {
    const fields = partFieldsOf(saved).filter((part) => part.list === list && part.id === id);
    const typed: Record<string, string> = values;
    return Object.fromEntries(fields.map((part) => [part.field, typed[partName(part)] ?? '']));
  }

  const draft: ProductDraft = {
    ...saved,
    ...values,
    cover: values.cover ? pictureOf('cover', values.cover) : null,
    banner: values.banner ? pictureOf('banner', values.banner) : null,
    images: values.images
      .split('\n')
      .filter(Boolean)
      .map((url) => pictureOf('gallery', url)),
    editions: editions.map((edition) => {
      const { cover, ...texts } = partValues('editions', edition);
      return { ...edition, ...texts, cover: cover ? pictureOf('cover', cover) : null };
    }),
    bundles: saved.bundles.map((bundle) => ({ ...bundle, ...partValues('bundles', bundle) })),
  };

  function changePart(list: PartList, id: string | null, part: Partial<DraftEdition> | Partial<DraftBundle>) {
    for (const [field, value] of Object.entries(part)) {
      const picture = field === 'cover' ? (value as DraftPicture | null) : null;
      if (picture) pictures.current.set(picture.url, picture);
      const text = field === 'cover' ? (picture?.url ?? '') : String(value);
      latest.current(partName({ list, id: id ?? '', field }) as ContentField, text);
    }
  }

  function change(part: Partial<ProductDraft>) {
    for (const picture of [part.cover, part.banner, ...(part.images ?? [])]) {
      if (picture) pictures.current.set(picture.url, picture);
    }
    for (const [name, value] of Object.entries(toContentForm(part))) latest.current(name as ContentField, value);
  }

  return { draft, change, changePart };
}
