import { useTranslations } from 'next-intl';
import { usePartLabel } from '@/components/moderation/use-part-label';
import type { FieldValue } from '@/lib/core/action/edit';
import { type ContentField, contentColumns, parsePartName } from '@/lib/publish/content-fields';
import type { ProductDraft } from '@/lib/publish/types';

/** The names of the fields of the form, in their order. */
export const contentNames = Object.keys(contentColumns) as ContentField[];

/**
 * Labels and values of the fields of a product's content, for lists of errors and of conflicts.
 *
 * @param saved the saved product, with the names of its editions and bundles
 * @returns `label` is the label of a field; `show` its value, if it needs another text
 */
export function useContentWords(saved: ProductDraft) {
  const t = useTranslations('admin.content');
  const fieldNames = useTranslations('publish.fields');
  const languages = useTranslations('publish');
  const partLabel = usePartLabel();

  function label(name: string): string {
    const part = parsePartName(name);
    if (part) {
      const owner = saved[part.list].find(({ id }) => id === part.id);
      return `${owner?.name} · ${partLabel(part.list, part.field)}`;
    }
    if (name === 'images') return fieldNames('gallery');
    const known = contentNames.find((other) => other === name) ?? 'name';
    const shown = fieldNames(known.replace(/En$/, '') as 'name');
    return known.endsWith('En') ? `${shown} (${languages('english')})` : shown;
  }

  /** A picture of a conflict has no text, and a description is HTML. */
  function show(name: string, value: FieldValue): string | undefined {
    const lines = String(value).split('\n').filter(Boolean);
    if (/^(cover|banner|images|editions[.].*[.]cover)$/.test(name)) return t('pictures', { count: lines.length });
    return name.startsWith('description')
      ? String(value)
          .replaceAll(/<[^>]*>/g, ' ')
          .trim()
      : undefined;
  }

  return { label, show };
}
