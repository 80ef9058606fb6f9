'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
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
import { contentFormOf, partFieldsOf } from '@/lib/admin/content-form';
import { longestReason } from '@/lib/admin/lengths';
import { partName } from '@/lib/publish/content-fields';
import { type DraftBundle, type DraftEdition, draftLimits } from '@/lib/publish/types';
import { useContentDraft } from './use-content-draft';
import { contentNames, useContentWords } from './use-content-words';

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
 * Edits texts and pictures of a product, its editions and its bundles as an admin, with the inputs of the creator's
 * form.
 */
export function ProductContentForm({ product }: { product: ProductContent }) {
  const t = useTranslations('admin.content');
  const fieldNames = useTranslations('publish.fields');
  const languages = useTranslations('publish');
  const text = useProblemText('admin.content.errors');
  const wrong = useProblemText('publish.errors');
  const router = useRouter();
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
  const { field, fieldErrors } = form;
  const { draft, change, changePart } = useContentDraft(product.draft, form);
  const { label, show } = useContentWords(product.draft);
  const textField = useTextField({ draft, change });
  const errorOf = (path: string) => {
    const code = fieldErrors[`edit.${path}`];
    return code && wrong(code);
  };

  return (
    <FieldErrors value={errorOf}>
      <EditForm form={form} label={label} show={show} saveLabel={t('save')}>
        {Object.keys(fieldErrors).some((path) => path.startsWith('edit.')) && (
          <ul role="alert" className="list-disc rounded-control border border-bad p-4 pl-8 text-bad">
            {[...contentNames, ...partFieldsOf(product.draft).map(partName)]
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
                  <PartFields
                    key={edition.key}
                    name={product.draft.editions[at]?.name}
                    names={<EditionNames {...own} />}
                  >
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
