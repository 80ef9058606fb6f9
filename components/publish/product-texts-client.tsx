'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Field } from '@/components/ui/field';
import { TextArea } from '@/components/ui/text-area';
import type { Locale } from '@/lib/core/i18n/locales';
import { useFieldError } from './field-errors';
import { RichText } from './rich-text-client';
import { useTextField } from './text-field';
import type { StepProps } from './types';

function Texts({ draft, change, language }: StepProps & { language: Locale }) {
  const t = useTranslations('publish');
  const wrong = useFieldError();
  const textField = useTextField({ draft, change });
  const english = language === 'en';
  const about = english ? 'aboutEn' : 'about';
  const description = english ? 'descriptionEn' : 'description';
  return (
    <div lang={language} className="space-y-4">
      <TextArea {...textField(about)} hint={t('fields.aboutHint')} rows={2} />
      <RichText
        label={t('fields.description')}
        language={t(english ? 'english' : 'spanish')}
        {...wrong(description)}
        value={draft[description]}
        onChange={(html) => change({ [description]: html })}
      />
    </div>
  );
}

type Props = StepProps & {
  /** Replaces the change of the name alone. */
  onRename?: (name: string) => void;
  /** Shown after the name. */
  children?: ReactNode;
};

/** Name, summary and description of a product in both languages. */
export function ProductTexts({ draft, change, onRename = (name) => change({ name }), children }: Props) {
  const t = useTranslations('publish');
  const textField = useTextField({ draft, change });
  return (
    <>
      <section aria-label={t('spanish')} className="space-y-4">
        <h3 className="font-bold">{t('spanish')}</h3>
        <Field {...textField('name')} onChange={(event) => onRename(event.target.value)} />
        {children}
        <Texts draft={draft} change={change} language="es" />
      </section>
      <details className="rounded-card border border-line p-4">
        <summary className="min-h-11 cursor-pointer content-center font-bold">
          {t('english')} <span className="font-normal text-muted">({t('optional')})</span>
        </summary>
        <div className="mt-2 space-y-4">
          <p className="text-sm text-muted">{t('englishMissing')}</p>
          <Field {...textField('nameEn')} lang="en" />
          <Texts draft={draft} change={change} language="en" />
        </div>
      </details>
    </>
  );
}
