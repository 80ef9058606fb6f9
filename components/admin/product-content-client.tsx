'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { EditForm } from '@/components/panel/edit-form-client';
import { FieldErrors } from '@/components/publish/field-errors';
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
import { contentFormOf, toContentForm } from '@/lib/admin/content-form';
import { longestReason } from '@/lib/admin/lengths';
import type { FieldValue } from '@/lib/core/action/edit';
import { type ContentField, contentColumns } from '@/lib/publish/content-fields';
import { type DraftPicture, draftLimits, type ProductDraft, productImages } from '@/lib/publish/types';

const names = Object.keys(contentColumns) as ContentField[];

/** Edits texts and pictures of a product for its creator, with the creator's own fields. */
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

  const { cover, banner, images } = product.draft;
  const known = [cover, banner, ...images].filter((picture) => picture !== null);
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
  };

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
  const label = (name: string) => {
    if (name === 'images') return fieldNames('gallery');
    const known = names.find((other) => other === name) ?? 'name';
    const shown = fieldNames(known.replace(/En$/, '') as 'name');
    return known.endsWith('En') ? `${shown} (${languages('english')})` : shown;
  };
  /** A picture of a conflict has no words, and a description is HTML. */
  function show(name: string, value: FieldValue): string | undefined {
    const lines = String(value).split('\n').filter(Boolean);
    if (['cover', 'banner', 'images'].includes(name)) return t('pictures', { count: lines.length });
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
            {names
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
