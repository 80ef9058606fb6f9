'use client';

import { Plus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Check } from '@/components/ui/check';
import { Field } from '@/components/ui/field';
import { type DraftEdition, draftLimits } from '@/lib/publish/types';
import { useFieldError } from './field-errors';
import { FileInput } from './file-input-client';
import { SortableRows } from './sortable-rows-client';

type FieldsProps = { edition: DraftEdition; path: string; onChange: (part: Partial<DraftEdition>) => void };

function EditionFields({ edition, path, onChange }: FieldsProps) {
  const t = useTranslations('publish');
  const wrong = useFieldError();
  const field = (name: 'name' | 'price' | 'offer') => ({
    ...wrong(`${path}.${name}`),
    value: edition[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label={t('editions.name')} maxLength={40} {...field('name')} />
        <Field label={t('fields.price')} inputMode="decimal" {...field('price')} />
        <Field label={t('fields.offer')} inputMode="decimal" {...field('offer')} />
      </div>
      <Check
        label={t('fields.reservation')}
        checked={edition.reservation}
        onChange={(event) => onChange({ reservation: event.target.checked })}
      />
      <FileInput
        label={t('editions.link')}
        {...wrong(`${path}.downloadLink`)}
        value={edition.downloadLink}
        onChange={(downloadLink) => onChange({ downloadLink })}
      />
    </>
  );
}

type Props = { value: DraftEdition[]; onChange: (editions: DraftEdition[]) => void };

/** The editions of a product, in their order, each with a price and a file of its own. */
export function Editions({ value, onChange }: Props) {
  const t = useTranslations('publish.editions');
  const blank = (): DraftEdition => ({
    id: null,
    key: crypto.randomUUID(),
    name: '',
    price: '',
    offer: '',
    reservation: false,
    downloadLink: '',
  });
  return (
    <section aria-label={t('title')} className="space-y-3">
      <h2 className="font-bold">{t('title')}</h2>
      <p className="text-sm text-muted">{t('text')}</p>
      <SortableRows
        id="editions"
        value={value}
        onChange={onChange}
        moveLabel={(name) => t('move', { name })}
        removeLabel={(name) => t('remove', { name })}
      >
        {(edition, change) => (
          <EditionFields edition={edition} path={`editions.${value.indexOf(edition)}`} onChange={change} />
        )}
      </SortableRows>
      {value.length < draftLimits.editions && (
        <Button onClick={() => onChange([...value, blank()])}>
          <Plus aria-hidden className="size-4" />
          {t('add')}
        </Button>
      )}
    </section>
  );
}
