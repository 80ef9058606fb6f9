'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Check } from '@/components/ui/check';
import { Field } from '@/components/ui/field';
import { Plus } from '@/components/ui/icons/shop';
import { formatCents } from '@/lib/core/money';
import { copyName } from '@/lib/publish/copy-name';
import { textFields } from '@/lib/publish/fields';
import { type DraftBundle, draftLimits } from '@/lib/publish/types';
import { useFieldError } from './field-errors';
import { OwnSearch } from './own-search-client';
import { BundleDescriptions, BundleNames } from './part-texts-client';
import { SortableRows } from './sortable-rows-client';
import type { OwnProducts } from './types';
import { GroupError, useGroupError } from './use-group-error';
import { useOwnChoices } from './use-own-choices';

type FieldsProps = {
  bundle: DraftBundle;
  path: string;
  own: OwnProducts;
  onChange: (part: Partial<DraftBundle>) => void;
};

function BundleFields({ bundle, path, own, onChange }: FieldsProps) {
  const t = useTranslations('publish');
  const wrong = useFieldError();
  const products = useGroupError(`${path}.productIds`);
  const locale = useLocale();
  const field = (name: 'price' | 'offer') => ({
    ...wrong(`${path}.${name}`),
    value: bundle[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  const [text, setText] = useState('');
  const { first, known, learn, without } = own;
  const { found, hasFailed, isNone } = useOwnChoices({ use: 'pack', text, first: first.pack, without, learn });
  const chosen = bundle.productIds.flatMap((id) => known.find((choice) => choice.id === id) ?? []);
  const shown = [...chosen, ...found.filter(({ id }) => !bundle.productIds.includes(id))];
  const isFull = bundle.productIds.length >= draftLimits.bundleProducts;
  const choose = (id: string, isIn: boolean) =>
    onChange({ productIds: isIn ? [...bundle.productIds, id] : bundle.productIds.filter((other) => other !== id) });
  return (
    <>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <BundleNames bundle={bundle} path={path} onChange={onChange} />
        <Field label={t('fields.price')} inputMode="decimal" {...field('price')} />
        <Field label={t('fields.offer')} inputMode="decimal" {...field('offer')} />
      </div>
      <BundleDescriptions bundle={bundle} path={path} onChange={onChange} />
      <fieldset {...products.group}>
        <legend className="mb-1 text-sm font-medium">{t('bundles.products')}</legend>
        <GroupError {...products.wrong} />
        {first.pack.isMore && (
          <OwnSearch
            label={t('bundles.search')}
            none={t('bundles.noneFound')}
            text={text}
            onText={setText}
            isNone={isNone}
            hasFailed={hasFailed}
          />
        )}
        <div className="grid grid-cols-1 gap-x-4 sm:grid-cols-2">
          {shown.map(({ id, name, priceCents }) => (
            <Check
              key={id}
              label={`${name} · ${formatCents(priceCents, locale)}`}
              checked={bundle.productIds.includes(id)}
              disabled={isFull && !bundle.productIds.includes(id)}
              onChange={({ target }) => choose(id, target.checked)}
            />
          ))}
        </div>
      </fieldset>
    </>
  );
}

type Props = { value: DraftBundle[]; own: OwnProducts; onChange: (bundles: DraftBundle[]) => void };

/** Bundles of this product with others of the same creator, in order, each with its price. */
export function Bundles({ value, own, onChange }: Props) {
  const t = useTranslations('publish.bundles');
  const { group, wrong } = useGroupError('bundles');
  const isPossible = own.first.pack.found.length > 0 || own.first.pack.chosen.length > 0;
  const blank = (): DraftBundle => ({
    id: null,
    key: crypto.randomUUID(),
    name: '',
    nameEn: '',
    description: '',
    descriptionEn: '',
    price: '',
    offer: '',
    productIds: [],
  });
  const isRoom = isPossible && value.length < draftLimits.bundles;
  const { longest } = textFields.name;
  const copyOf = (bundle: DraftBundle): DraftBundle => ({
    ...bundle,
    id: null,
    key: crypto.randomUUID(),
    name: copyName(
      bundle.name,
      'copia',
      longest,
      value.map(({ name }) => name),
    ),
    nameEn: copyName(bundle.nameEn, 'copy', longest),
  });
  return (
    <section {...group} aria-label={t('title')} className="space-y-3">
      <h3 className="font-bold">{t('title')}</h3>
      <p className="text-sm text-muted">{t(isPossible ? 'text' : 'none')}</p>
      <GroupError {...wrong} />
      <SortableRows
        id="bundles"
        value={value}
        onChange={onChange}
        copyOf={isRoom ? copyOf : undefined}
        moveLabel={(name) => t('move', { name })}
        copyLabel={(name) => t('copy', { name })}
        removeLabel={(name) => t('remove', { name })}
        removeQuestion={{ title: t('removeTitle'), text: t('removeText') }}
      >
        {(bundle, change) => (
          <BundleFields bundle={bundle} path={`bundles.${value.indexOf(bundle)}`} own={own} onChange={change} />
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
