'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Field } from '@/components/ui/field';
import { sanitizeSlug, type Transliterate } from '@/lib/publish/slug';
import { useFieldError } from './field-errors';

type Props = { slug: string; onChange: (slug: string) => void; transliterate: Transliterate | undefined };

/** Address of a new product. Invalid characters are rejected with a message. */
export function SlugField({ slug, onChange, transliterate }: Props) {
  const t = useTranslations('publish');
  const { name, error } = useFieldError()('slug');
  const [isRefused, setRefused] = useState(false);
  function type(text: string) {
    const next = sanitizeSlug(text, transliterate);
    setRefused(next === slug && text.length > slug.length);
    onChange(next);
  }
  return (
    <Field
      label={t('fields.slug')}
      hint={t('fields.slugHint', { slug })}
      name={name}
      error={isRefused ? t('errors.slugWrong') : error}
      value={slug}
      onChange={(event) => type(event.target.value)}
      onBlur={() => {
        setRefused(false);
        onChange(slug.replace(/-$/, ''));
      }}
    />
  );
}
