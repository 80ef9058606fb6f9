'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Check } from '@/components/ui/check';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { categories, pathOfCategory } from '@/lib/catalog/categories';
import type { SaleRates } from '@/lib/pricing/earnings';
import { typedPrice } from '@/lib/publish/preview';
import { proposeSlug } from '@/lib/publish/slug';
import { draftLimits, type ProductDraft } from '@/lib/publish/types';
import { Earnings } from './earnings-client';
import { useFieldError } from './field-errors';
import { ProductTexts } from './product-texts-client';
import { SlugField } from './slug-field-client';
import { useTextField } from './text-field';
import type { StepProps } from './types';
import { useTransliterate } from './use-transliterate';

/** Step with the product's name, address, texts, category and price. */
export function StepInformation({ draft, change, isNew, rates }: StepProps & { isNew: boolean; rates: SaleRates }) {
  const t = useTranslations('publish');
  const nav = useTranslations('nav');
  const wrong = useFieldError();
  const textField = useTextField({ draft, change });
  const field = (name: 'price' | 'offer' | 'genres' | 'compatible') => ({
    ...wrong(name),
    label: t(`fields.${name}`),
    value: draft[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });

  const transliterate = useTransliterate();
  const otherwise = useRef<string>(undefined);

  const propose = (name: string, written: typeof transliterate) => {
    otherwise.current ??= `producto-${Math.random().toString(36).slice(2, 6)}`;
    return proposeSlug(name, written, otherwise.current);
  };
  // The transliteration may have loaded since the address was proposed.
  const isProposed = () =>
    isNew && ['', propose(draft.name, transliterate), propose(draft.name, undefined)].includes(draft.slug);

  // The address follows the name until it is edited.
  const rename = (name: string) => change({ name, ...(isProposed() ? { slug: propose(name, transliterate) } : {}) });

  // A name may come from a file, or may have been typed before the transliteration loaded.
  const proposeAgain = useEffectEvent(() => {
    const slug = propose(draft.name, transliterate);
    if (isProposed() && slug !== draft.slug) change({ slug });
  });
  useEffect(() => {
    if (transliterate) proposeAgain();
  }, [transliterate]);

  return (
    <div className="space-y-6">
      <ProductTexts draft={draft} change={change} onRename={rename}>
        {isNew && <SlugField slug={draft.slug} onChange={(slug) => change({ slug })} transliterate={transliterate} />}
      </ProductTexts>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        <Select
          label={t('fields.category')}
          {...wrong('category')}
          value={draft.category}
          onChange={(event) => change({ category: event.target.value as ProductDraft['category'] })}
          options={[
            { value: '', label: t('fields.chooseCategory') },
            ...categories.map((value) => ({ value, label: nav(pathOfCategory(value)) })),
          ]}
        />
        <Field {...field('price')} hint={t('fields.priceHint')} inputMode="decimal" />
        <Field {...field('offer')} inputMode="decimal" />
      </div>
      <Earnings price={typedPrice(draft)} rates={rates} />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        <Field {...textField('developer')} />
        <Field {...textField('publisher')} />
        <Field {...field('genres')} hint={t('fields.genresHint')} maxLength={draftLimits.genres} />
        <Field {...field('compatible')} hint={t('fields.compatibleHint')} maxLength={draftLimits.compatible} />
      </div>
      <Check
        label={t('fields.clubOnly')}
        checked={draft.clubOnly}
        onChange={(event) => change({ clubOnly: event.target.checked })}
      />
    </div>
  );
}
