'use client';

import { useTranslations } from 'next-intl';
import type { ChangeEvent } from 'react';
import { Check } from '@/components/ui/check';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { type BulkForm, listModes, offerModes, priceModes } from '@/lib/publish/bulk/types';
import { draftLimits } from '@/lib/publish/types';

type Props = {
  form: BulkForm;
  today: string;
  errorOf: (field: keyof BulkForm) => string | undefined;
  onChange: (part: Partial<BulkForm>) => void;
};

const group = 'rounded-card border border-line p-4';
const pair = 'grid grid-cols-1 gap-4 sm:grid-cols-2';
const lists = {
  versions: { mode: 'versionMode', longest: draftLimits.compatible },
  genres: { mode: 'genreMode', longest: draftLimits.genres },
} as const;

type Texts = 'price' | 'offerPercent' | 'offerUntil' | 'versions' | 'genres';

const fieldOf =
  ({ form, errorOf, onChange }: Props) =>
  (name: Texts) => ({
    name,
    value: form[name],
    error: errorOf(name),
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange({ [name]: event.target.value }),
  });

function ListFields({ name, ...props }: Props & { name: keyof typeof lists }) {
  const t = useTranslations('bulkEdit');
  const { mode, longest } = lists[name];
  const isKept = props.form[mode] === 'keep';
  return (
    <fieldset className={group}>
      <legend className="px-1 font-semibold">{t(`fields.${name}`)}</legend>
      <div className={pair}>
        <Select
          label={t('what')}
          name={mode}
          value={props.form[mode]}
          onChange={(event) => props.onChange({ [mode]: event.target.value })}
          options={listModes.map((value) => ({ value, label: t(`listModes.${value}`) }))}
        />
        {!isKept && (
          <Field label={t(`fields.${name}`)} hint={t(`hints.${name}`)} maxLength={longest} {...fieldOf(props)(name)} />
        )}
      </div>
    </fieldset>
  );
}

/** The fields of a bulk edit; an unchanged property has none. */
export function BulkFields(props: Props) {
  const t = useTranslations('bulkEdit');
  const { form, today, errorOf, onChange } = props;
  const field = fieldOf(props);
  return (
    <>
      <fieldset className={group}>
        <legend className="px-1 font-semibold">{t('fields.price')}</legend>
        <div className={pair}>
          <Select
            label={t('what')}
            name="priceMode"
            value={form.priceMode}
            error={errorOf('priceMode')}
            onChange={(event) => onChange({ priceMode: event.target.value as BulkForm['priceMode'] })}
            options={priceModes.map((value) => ({ value, label: t(`priceModes.${value}`) }))}
          />
          {form.priceMode !== 'keep' && (
            <Field label={t(form.priceMode === 'set' ? 'euros' : 'percent')} inputMode="decimal" {...field('price')} />
          )}
        </div>
      </fieldset>
      <fieldset className={group}>
        <legend className="px-1 font-semibold">{t('fields.offer')}</legend>
        <div className={pair}>
          <Select
            label={t('what')}
            name="offerMode"
            value={form.offerMode}
            onChange={(event) => onChange({ offerMode: event.target.value as BulkForm['offerMode'] })}
            options={offerModes.map((value) => ({ value, label: t(`offerModes.${value}`) }))}
          />
        </div>
        {form.offerMode === 'end' && <p className="mt-2 text-sm text-muted">{t('hints.end')}</p>}
        {form.offerMode === 'start' && (
          <div className={`${pair} mt-3`}>
            <Field label={t('percent')} inputMode="decimal" {...field('offerPercent')} />
            <Field label={t('until')} type="date" min={today} hint={t('hints.until')} {...field('offerUntil')} />
          </div>
        )}
      </fieldset>
      {(form.priceMode !== 'keep' || form.offerMode !== 'keep') && (
        <Check
          label={t('withEditions')}
          name="withEditions"
          checked={form.withEditions}
          onChange={(event) => onChange({ withEditions: event.target.checked })}
        />
      )}
      <ListFields {...props} name="versions" />
      <ListFields {...props} name="genres" />
    </>
  );
}
