'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ReactNode, useRef } from 'react';
import { usePartLabel } from '@/components/moderation/use-part-label';
import { EditForm } from '@/components/panel/edit-form-client';
import { FieldErrors } from '@/components/publish/field-errors';
import {
  BundleDescriptions,
  BundleNames,
  EditionCover,
  EditionIncludes,
  EditionNames,
} from '@/components/publish/part-texts-client';
import { ProductTexts } from '@/components/publish/product-texts-client';
import { StepVisuals } from '@/components/publish/step-visuals-client';
import { useTextField } from '@/components/publish/text-field';
import { Field } from '@/components/ui/field';
import { Section } from '@/components/ui/section';
import { TextArea } from '@/components/ui/text-area';
import { toast } from '@/components/ui/toast';
import { useEditForm } from '@/components/ui/use-edit-form';
import { useProblemText } from '@/components/ui/use-problem-text';
import type { ProductContent } from '@/lib/admin/content';
import { editContent } from '@/lib/admin/content-action';
import { contentFormOf, partFieldsOf, toContentForm } from '@/lib/admin/content-form';
import { longestReason } from '@/lib/admin/lengths';
import type { FieldValue } from '@/lib/core/action/edit';
import {
  type ContentField,
  contentColumns,
  type PartList,
  parsePartName,
  partName,
} from '@/lib/publish/content-fields';
import {
  type DraftBundle,
  type DraftEdition,
  type DraftPicture,
  draftLimits,
  type ProductDraft,
  productImages,
} from '@/lib/publish/types';

const names = Object.keys(contentColumns) as ContentField[];

type PartFieldsProps = { name: string | undefined; names: ReactNode; children: ReactNode };

/** The fields of an edition or a bundle, which keeps its saved name while another is typed. */
const PartFields = ({ name, names, children }: PartFieldsProps) => (
  <li>
    <fieldset className="space-y-4 rounded-card border border-line p-4">
      <legend className="px-1 font-semibold wrap-anywhere">{name}</legend>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">{names}</div>
      {children}
    </fieldset>
  </li>
);

/**
 * Edits texts and pictures of a product, its editions and its bundles for their creator, with the creator's own fields.
 */
export function ProductContentForm({ product }: { product: ProductContent }) {
  const t = useTranslations('admin.content');
  const fieldNames = useTranslations('publish.fields');
  const languages = useTranslations('publish');
  const text = useProblemText('admin.content.errors');
  const wrong = useProblemText('publish.errors');
  const router = useRouter();
  const pictures = useRef(new Map<string, DraftPicture>());
  const form = useEditForm({
    name: `content:${product.id}`,
    loaded: contentFormOf(product.draft),
    notes: { reason: '' },
    save: (edit, { reason }) => editContent({ id: product.id, edit, reason }),
    messages: (code) => (code === 'invalid' ? undefined : text(code)),
    onDone: () => {
      void toast('success', t('saved'));
      router.refresh();
    },
  });
  const { field, fieldErrors, values } = form;
  // A picture arrives while other fields are typed.
  const latest = useRef(form.revise);
  latest.current = form.revise;

  const { cover, banner, images, editions } = product.draft;
  const known = [cover, banner, ...images, ...editions.map((edition) => edition.cover)].filter(
    (picture) => picture !== null,
  );
  const pictureOf = (kind: keyof typeof productImages, url: string): DraftPicture =>
    pictures.current.get(url) ??
    known.find((picture) => picture.url === url) ?? { url, ...productImages[kind], blur: null };

  const draft: ProductDraft = {
    ...product.draft,
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
    bundles: product.draft.bundles.map((bundle) => ({ ...bundle, ...partValues('bundles', bundle) })),
  };

  /** The values of an edition or a bundle, by its fields. */
  function partValues(list: PartList, { id }: { id: string | null }): Record<string, string> {
    const fields = partFieldsOf(product.draft).filter((part) => part.list === list && part.id === id);
    const typed: Record<string, string> = values;
    return Object.fromEntries(fields.map((part) => [part.field, typed[partName(part)] ?? '']));
  }

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

  const textField = useTextField({ draft, change });
  const errorOf = (path: string) => {
    const code = fieldErrors[`edit.${path}`];
    return code && wrong(code);
  };
  const partLabel = usePartLabel();
  const label = (name: string) => {
    const part = parsePartName(name);
    if (part) {
      const owner = product.draft[part.list].find(({ id }) => id === part.id);
      return `${owner?.name} · ${partLabel(part.list, part.field)}`;
    }
    if (name === 'images') return fieldNames('gallery');
    const known = names.find((other) => other === name) ?? 'name';
    const shown = fieldNames(known.replace(/En$/, '') as 'name');
    return known.endsWith('En') ? `${shown} (${languages('english')})` : shown;
  };
  /** A picture of a conflict has no words, and a description is HTML. */
  function show(name: string, value: FieldValue): string | undefined {
    const lines = String(value).split('\n').filter(Boolean);
    if (/^(cover|banner|images|editions[.].*[.]cover)$/.test(name)) return t('pictures', { count: lines.length });
    return name.startsWith('description')
      ? String(value)
          .replaceAll(/<[^>]*>/g, ' ')
          .trim()
      : undefined;
  }

  return (
    <FieldErrors value={errorOf}>
      <EditForm form={form} label={label} show={show} saveLabel={t('save')}>
        {Object.keys(fieldErrors).some((path) => path.startsWith('edit.')) && (
          <ul role="alert" className="list-disc rounded-control border border-bad p-4 pl-8 text-bad">
            {[...names, ...partFieldsOf(product.draft).map(partName)]
              .filter((name) => fieldErrors[`edit.${name}`])
              .map((name) => (
                <li key={name}>
                  {label(name)}: {errorOf(name)}
                </li>
              ))}
          </ul>
        )}
        <Section title={t('texts')}>
          <div className="space-y-6">
            <ProductTexts draft={draft} change={change} />
            <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
              <Field {...textField('developer')} />
              <Field {...textField('publisher')} />
              <Field
                label={fieldNames('genres')}
                hint={fieldNames('genresHint')}
                maxLength={draftLimits.genres}
                {...field('genres')}
                error={errorOf('genres')}
              />
            </div>
            <div className="space-y-4">
              <TextArea {...textField('legal')} rows={2} />
              <TextArea {...textField('legalEn')} label={label('legalEn')} rows={2} />
            </div>
          </div>
        </Section>
        <Section title={t('visuals')}>
          <StepVisuals draft={draft} change={change} />
        </Section>
        {draft.editions.length > 0 && (
          <Section title={languages('editions.title')}>
            <ul className="space-y-6">
              {draft.editions.map((edition, at) => {
                const own = {
                  edition,
                  path: `editions.${edition.id}`,
                  onChange: (part: Partial<DraftEdition>) => changePart('editions', edition.id, part),
                };
                return (
                  <PartFields key={edition.key} name={editions[at]?.name} names={<EditionNames {...own} />}>
                    <EditionIncludes {...own} />
                    <EditionCover {...own} />
                  </PartFields>
                );
              })}
            </ul>
          </Section>
        )}
        {draft.bundles.length > 0 && (
          <Section title={languages('bundles.title')}>
            <ul className="space-y-6">
              {draft.bundles.map((bundle, at) => {
                const own = {
                  bundle,
                  path: `bundles.${bundle.id}`,
                  onChange: (part: Partial<DraftBundle>) => changePart('bundles', bundle.id, part),
                };
                return (
                  <PartFields key={bundle.key} name={product.draft.bundles[at]?.name} names={<BundleNames {...own} />}>
                    <BundleDescriptions {...own} />
                  </PartFields>
                );
              })}
            </ul>
          </Section>
        )}
        <Field
          label={t('reason')}
          hint={t('reasonHint')}
          maxLength={longestReason}
          {...field('reason')}
          error={fieldErrors.reason && t('errors.reason')}
        />
      </EditForm>
    </FieldErrors>
  );
}
