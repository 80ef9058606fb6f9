'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Check } from '@/components/ui/check';
import { Field } from '@/components/ui/field';
import { Plus } from '@/components/ui/icons/shop';
import type { SaleRates } from '@/lib/pricing/earnings';
import { copyName } from '@/lib/publish/copy-name';
import { typedPrice } from '@/lib/publish/preview';
import { type DraftEdition, draftLimits, emptyEdition } from '@/lib/publish/types';
import { Earnings } from './earnings-client';
import { useFieldError } from './field-errors';
import { FileInput } from './file-input-client';
import { EditionCover, EditionIncludes, EditionNames } from './part-texts-client';
import { SortableRows } from './sortable-rows-client';
import { GroupError, useGroupError } from './use-group-error';

type FieldsProps = {
  edition: DraftEdition;
  path: string;
  rates: SaleRates;
  onChange: (part: Partial<DraftEdition>) => void;
};

function EditionFields({ edition, path, rates, onChange }: FieldsProps) {
  const t = useTranslations('publish');
  const wrong = useFieldError();
  const field = (name: 'price' | 'offer') => ({
    ...wrong(`${path}.${name}`),
    value: edition[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  return (
    <>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <EditionNames edition={edition} path={path} onChange={onChange} />
        <Field label={t('fields.price')} inputMode="decimal" {...field('price')} />
        <Field label={t('fields.offer')} inputMode="decimal" {...field('offer')} />
      </div>
      <Earnings
        price={typedPrice(edition)}
        rates={rates}
        label={edition.name ? t('earnings.edition', { name: edition.name }) : t('earnings.title')}
      />
      <EditionIncludes edition={edition} path={path} onChange={onChange} />
      <Check
        label={t('fields.reservation')}
        checked={edition.reservation}
        onChange={(event) => onChange({ reservation: event.target.checked })}
      />
      {edition.reservation && (
        <Field
          {...wrong(`${path}.releaseDate`)}
          label={t('fields.releaseDate')}
          hint={t('editions.dateHint')}
          type="date"
          value={edition.releaseDate}
          onChange={(event) => onChange({ releaseDate: event.target.value })}
        />
      )}
      <EditionCover edition={edition} path={path} onChange={onChange} />
      <FileInput
        label={t('editions.link')}
        {...wrong(`${path}.downloadLink`)}
        value={edition.downloadLink}
        onChange={(downloadLink) => onChange({ downloadLink })}
      />
    </>
  );
}

type Props = { value: DraftEdition[]; rates: SaleRates; onChange: (editions: DraftEdition[]) => void };

/** Editions of a product, in order, each with its price and file. */
export function Editions({ value, rates, onChange }: Props) {
  const t = useTranslations('publish.editions');
  const blank = (): DraftEdition => ({ ...emptyEdition, key: crypto.randomUUID() });
  const { group, wrong } = useGroupError('editions');
  const isRoom = value.length < draftLimits.editions;
  const copyOf = (edition: DraftEdition): DraftEdition => ({
    ...edition,
    id: null,
    key: crypto.randomUUID(),
    name: copyName(
      edition.name,
      'copia',
      draftLimits.editionName,
      value.map(({ name }) => name),
    ),
    nameEn: copyName(edition.nameEn, 'copy', draftLimits.editionName),
    // The copy has no price yet.
    offer: '',
  });
  return (
    <section {...group} aria-label={t('title')} className="space-y-3">
      <h3 className="font-bold">{t('title')}</h3>
      <p className="text-sm text-muted">{t('text')}</p>
      <GroupError {...wrong} />
      <SortableRows
        id="editions"
        value={value}
        onChange={onChange}
        copyOf={isRoom ? copyOf : undefined}
        moveLabel={(name) => t('move', { name })}
        copyLabel={(name) => t('copy', { name })}
        removeLabel={(name) => t('remove', { name })}
        removeQuestion={{ title: t('removeTitle'), text: t('removeText') }}
      >
        {(edition, change) => (
          <EditionFields
            edition={edition}
            path={`editions.${value.indexOf(edition)}`}
            rates={rates}
            onChange={change}
          />
        )}
      </SortableRows>
      {isRoom && (
        <Button onClick={() => onChange([...value, blank()])}>
          <Plus aria-hidden className="size-4" />
          {t('add')}
        </Button>
      )}
    </section>
  );
}
