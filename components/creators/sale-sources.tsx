import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { formatCents } from '@/lib/core/money';
import type { SoldBy } from '@/lib/creators/sales/types';
import { SourceName } from './source-name';

/** A creator's sales by source, as a table. */
export async function SaleSources({ sold }: { sold: SoldBy[] }) {
  const [t, format, locale] = await Promise.all([
    getTranslations('dashboard.saleSources'),
    getFormatter(),
    getLocale(),
  ]);
  const number = 'px-4 py-3 text-right tabular-nums';
  return (
    <section aria-labelledby="sale-sources" className="space-y-3">
      <h2 id="sale-sources" className="text-xl font-bold">
        {t('title')}
      </h2>
      {sold.length === 0 ? (
        <p className="text-muted">{t('none')}</p>
      ) : (
        <div className="overflow-hidden rounded-card border border-line bg-surface">
          <table className="w-full text-left text-sm">
            <thead className="text-muted">
              <tr>
                <th scope="col" className="px-4 py-3 font-medium">
                  {t('source')}
                </th>
                <th scope="col" className={`${number} font-medium`}>
                  {t('sales')}
                </th>
                <th scope="col" className={`${number} font-medium max-sm:hidden`}>
                  {t('paid')}
                </th>
                <th scope="col" className={`${number} font-medium`}>
                  {t('net')}
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {sold.map(({ source, tag, count, paidCents, netCents }) => (
                <tr key={`${source}:${tag}`}>
                  <th scope="row" className="px-4 py-3 font-medium wrap-anywhere">
                    <SourceName source={source} tag={tag} />
                  </th>
                  <td className={number}>{format.number(count)}</td>
                  <td className={`${number} max-sm:hidden`}>{formatCents(paidCents, locale)}</td>
                  <td className={number}>{formatCents(netCents, locale)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className="text-sm text-muted">{t('note')}</p>
    </section>
  );
}
