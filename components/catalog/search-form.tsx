import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import type { SearchFilters } from '@/lib/catalog/search';

const control = 'h-11 w-full rounded-control border border-line bg-canvas px-3';
const orders = ['relevancia', 'precio_asc', 'precio_desc', 'nuevos', 'populares'] as const;
const categories = { plugin: 'plugins', serie: 'series', dlc: 'dlcs', evento: 'events' } as const;

/** The filters of the results page: a plain form, so that every result has an address. */
export function SearchForm({ filters }: { filters: SearchFilters }) {
  const t = useTranslations('search');
  const nav = useTranslations('nav');
  return (
    <form
      className="mb-8 grid items-end gap-4 rounded-card border border-line bg-surface p-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_auto_auto]"
      aria-label={t('filters')}
    >
      <label className="text-sm font-medium">
        {t('category')}
        <select name="categoria" defaultValue={filters.categoria ?? ''} className={`${control} mt-1.5`}>
          <option value="">{t('all')}</option>
          {Object.entries(categories).map(([value, label]) => (
            <option key={value} value={value}>
              {nav(label)}
            </option>
          ))}
        </select>
      </label>
      <label className="text-sm font-medium">
        {t('maxPrice')}
        <input
          name="max"
          type="number"
          min="1"
          max="10000"
          step="1"
          inputMode="numeric"
          defaultValue={filters.max}
          className={`${control} mt-1.5`}
        />
      </label>
      <label className="text-sm font-medium">
        {t('sort')}
        <select name="orden" defaultValue={filters.orden} className={`${control} mt-1.5`}>
          {orders.map((order) => (
            <option key={order} value={order}>
              {t(`sorts.${order}`)}
            </option>
          ))}
        </select>
      </label>
      <div className="flex gap-5 text-sm font-medium lg:flex-col lg:gap-0">
        {(['free', 'club'] as const).map((name) => (
          <label key={name} className="flex min-h-11 items-center gap-2 lg:min-h-6">
            <input
              type="checkbox"
              name={name === 'free' ? 'gratis' : 'club'}
              value="1"
              defaultChecked={filters[name === 'free' ? 'gratis' : 'club'] === '1'}
              className="size-5 accent-(--buy)"
            />
            {t(name)}
          </label>
        ))}
      </div>
      <Button type="submit">{t('apply')}</Button>
    </form>
  );
}
