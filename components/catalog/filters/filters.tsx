import { getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { SlidersHorizontal, X } from '@/components/ui/icons/shop';
import { Link } from '@/components/ui/link-client';
import { categories, pathOfCategory } from '@/lib/catalog/categories';
import {
  addressOf,
  type Chosen,
  type FilterName,
  filterNames,
  filtersOf,
  type Listing,
  orderOf,
  ordersOf,
} from '@/lib/catalog/filters';
import { genreName } from '@/lib/catalog/genres';
import { getFacets } from '@/lib/catalog/search';
import { formatCents } from '@/lib/core/money';
import { FilterForm } from './filter-form-client';

const control = 'h-11 w-full min-w-0 rounded-control border border-edge bg-canvas px-3';

type Option = { value: string; label: string };

type ChoiceProps = { name: string; label: string; chosen: string; options: Option[]; isAlone?: boolean };

/** `isAlone`: in narrow layouts the label is only for screen readers. */
function Choice({ name, label, chosen, options, isAlone = false }: ChoiceProps) {
  return (
    <label className="min-w-0 text-sm font-medium">
      <span className={isAlone ? 'max-lg:sr-only' : ''}>{label}</span>
      <select name={name} defaultValue={chosen} className={classNames(control, isAlone ? 'lg:mt-1.5' : 'mt-1.5')}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Keeps a selected value among the options even if no product has it any more. */
const optionsOf = (values: string[], chosen: string | undefined): string[] => [
  ...new Set([...values, ...(chosen ? [chosen] : [])]),
];

/** Labels of the filters with their values. */
async function namesOf(chosen: Chosen): Promise<Record<FilterName, string>> {
  const [t, nav, locale] = await Promise.all([getTranslations('search'), getTranslations('nav'), getLocale()]);
  const category = categories.find((value) => value === chosen.categoria);
  return {
    categoria: category ? nav(pathOfCategory(category)) : '',
    genero: genreName(locale, chosen.genero ?? ''),
    version: t('versionIs', { version: chosen.version ?? '' }),
    max: t('upTo', { price: formatCents(Math.round(Number(chosen.max ?? 0) * 100), locale) }),
    gratis: t('free'),
    club: t('club'),
    ofertas: t('offers'),
  };
}

async function Fields({
  listing,
  chosen,
  names,
}: {
  listing: Listing;
  chosen: Chosen;
  names: Record<FilterName, string>;
}) {
  const category = listing.category ?? categories.find((value) => value === chosen.categoria) ?? null;
  const [t, nav, locale, facets] = await Promise.all([
    getTranslations('search'),
    getTranslations('nav'),
    getLocale(),
    getFacets(category),
  ]);
  const any = { value: '', label: t('any') };
  const genres = optionsOf(facets.genres, chosen.genero).map((value) => ({ value, label: genreName(locale, value) }));
  const versions = optionsOf(facets.versions, chosen.version).map((value) => ({ value, label: value }));
  const offered = filtersOf(listing);
  const selects: Array<[FilterName, string, Option[]]> = [
    ['categoria', t('category'), categories.map((value) => ({ value, label: nav(pathOfCategory(value)) }))],
    ['genero', t('genre'), genres],
    ['version', t('version'), versions],
  ];
  return (
    <div className="grid grid-cols-1 gap-4 pt-4 sm:grid-cols-2 lg:flex lg:flex-wrap lg:items-end lg:pt-0">
      {selects
        .filter(([name, , options]) => offered.includes(name) && options.length > 0)
        .map(([name, label, options]) => (
          <div key={name} className="grid lg:w-40">
            <Choice name={name} label={label} chosen={chosen[name] ?? ''} options={[any, ...options]} />
          </div>
        ))}
      <label className="text-sm font-medium lg:w-40">
        {t('maxPrice')}
        <input
          name="max"
          type="number"
          min="0.01"
          max="10000"
          step="any"
          inputMode="decimal"
          defaultValue={chosen.max}
          className={classNames(control, 'mt-1.5')}
        />
      </label>
      <div className="flex flex-wrap gap-x-5 text-sm font-medium">
        {(['gratis', 'club', 'ofertas'] as const)
          .filter((name) => offered.includes(name))
          .map((name) => (
            <label key={name} className="flex min-h-11 items-center gap-2">
              <input type="checkbox" name={name} value="1" defaultChecked={chosen[name] === '1'} className="size-5" />
              {names[name]}
            </label>
          ))}
      </div>
      <noscript>
        <Button type="submit">{t('apply')}</Button>
      </noscript>
    </div>
  );
}

const chip =
  'inline-flex min-h-11 items-center gap-2 rounded-control border border-line bg-raised px-3 text-sm font-medium hover:border-link';

/** Selected filters, each with a link that removes it. */
function Chips({
  listing,
  chosen,
  names,
  all,
  remove,
}: {
  listing: Listing;
  chosen: Chosen;
  names: Record<FilterName, string>;
  all: string;
  remove: (name: string) => string;
}) {
  const set = filterNames.filter((name) => chosen[name] !== undefined && filtersOf(listing).includes(name));
  if (set.length === 0) return null;
  return (
    <ul className="mb-4 flex flex-wrap gap-2">
      {set.map((name) => (
        <li key={name}>
          <Link
            href={addressOf(listing, { ...chosen, [name]: undefined })}
            prefetch={false}
            scroll={false}
            aria-label={remove(names[name])}
            className={chip}
          >
            {names[name]}
            <X aria-hidden className="size-4 text-muted" />
          </Link>
        </li>
      ))}
      {set.length > 1 && (
        <li>
          <Link
            href={addressOf(listing, { orden: chosen.orden })}
            prefetch={false}
            scroll={false}
            className="inline-flex min-h-11 items-center px-2 text-sm font-semibold text-link underline-offset-4 hover:underline"
          >
            {all}
          </Link>
        </li>
      )}
    </ul>
  );
}

type Props = { listing: Listing; chosen?: Chosen; children?: ReactNode };

/**
 * Filters and order of a list, collapsed on phones. `children` (the number of results) are between the form and the
 * selected filters.
 */
export async function Filters({ listing, chosen = {}, children }: Props) {
  const [t, names] = await Promise.all([getTranslations('search'), namesOf(chosen)]);
  const count = filtersOf(listing).filter((name) => chosen[name] !== undefined).length;
  return (
    <>
      <FilterForm listing={listing} chosen={chosen} label={t('filters')}>
        <div className="relative rounded-card border border-line bg-surface p-3 sm:p-4 lg:flex lg:items-start lg:gap-4">
          <div className="min-w-0 lg:flex-1">
            <details className="folds-on-phones">
              <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center gap-2 rounded-control border border-line bg-raised px-4 text-sm font-semibold hover:border-link [&::-webkit-details-marker]:hidden">
                <SlidersHorizontal aria-hidden className="size-4" />
                {count > 0 ? t('filtersChosen', { count }) : t('filters')}
              </summary>
              <Fields listing={listing} chosen={chosen} names={names} />
            </details>
          </div>
          <div className="absolute top-3 right-3 left-38 grid max-[23rem]:static max-[23rem]:mt-3 sm:top-4 sm:right-4 sm:left-auto sm:w-60 lg:static lg:w-52">
            <Choice
              isAlone
              name="orden"
              label={t('sort')}
              chosen={orderOf(listing, chosen)}
              options={ordersOf(listing).map((value) => ({ value, label: t(`sorts.${value}`) }))}
            />
          </div>
        </div>
      </FilterForm>
      {children}
      <Chips
        listing={listing}
        chosen={chosen}
        names={names}
        all={t('removeAll')}
        remove={(name) => t('remove', { name })}
      />
    </>
  );
}
