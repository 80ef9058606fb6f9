import { getFormatter, getTranslations } from 'next-intl/server';
import { EmptyState } from '@/components/ui/empty-state';
import { Database } from '@/components/ui/icons/desk';
import { Notice } from '@/components/ui/notice';
import { TextLink } from '@/components/ui/text-link';
import { getSlowQueries, type QueryOrder, queryOrders, type SlowQuery } from '@/lib/admin/slow-queries';

/** The called function, because the full statement is long and adds nothing. */
const nameOf = (text: string): string | null => /"public"\."(\w+)"\s*\(/.exec(text)?.[1] ?? null;

/** A statement with its figures; on phones each figure is labelled. */
async function Row({ query }: { query: SlowQuery }) {
  const [t, format] = await Promise.all([getTranslations('admin.queries.columns'), getFormatter()]);
  const number = (value: number, maximumFractionDigits = 0) => format.number(value, { maximumFractionDigits });
  const name = nameOf(query.text);
  const cells = [
    number(query.calls),
    number(query.meanMs, 2),
    number(query.maxMs, 1),
    number(query.totalMs),
    number(query.pages / Math.max(query.calls, 1), 1),
    number(query.rows / Math.max(query.calls, 1), 1),
  ];
  return (
    <tr className="align-top hover:bg-raised max-xl:grid max-xl:grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] max-xl:gap-x-4 max-xl:gap-y-2 max-xl:p-4">
      <td className="min-w-0 max-xl:col-span-full xl:px-4 xl:py-3">
        {name && <p className="font-semibold">{name}</p>}
        <p className="max-w-xl font-mono text-xs wrap-anywhere text-muted">{query.text}</p>
        <p className="text-xs text-muted">{query.role}</p>
      </td>
      {queryColumns.map((column, at) => (
        <td key={column} className="tabular-nums xl:px-4 xl:py-3 xl:text-right xl:whitespace-nowrap">
          <span className="block text-xs text-muted xl:hidden">{t(column)}</span>
          {cells[at]}
        </td>
      ))}
    </tr>
  );
}

const queryColumns = ['calls', 'mean', 'max', 'total', 'pages', 'rows'] as const;

/** The most expensive statements, in the requested order. */
export async function SlowQueryList({ order }: { order: QueryOrder }) {
  const [t, format, found] = await Promise.all([
    getTranslations('admin.queries'),
    getFormatter(),
    getSlowQueries(order),
  ]);
  if (!found) return <Notice tone="bad">{t('failed')}</Notice>;
  if (!found.isCounted) return <Notice tone="plain">{t('notCounted')}</Notice>;
  return (
    <div className="space-y-4">
      <nav aria-label={t('order')} className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {queryOrders.map((name) =>
          name === order ? (
            <span key={name} aria-current="true" className="inline-flex min-h-11 items-center font-semibold">
              {t(`orders.${name}`)}
            </span>
          ) : (
            <TextLink key={name} href={`/dashboard-admin/queries?orden=${name}`}>
              {t(`orders.${name}`)}
            </TextLink>
          ),
        )}
      </nav>
      {found.since && (
        <p className="text-sm text-muted">{t('since', { moment: format.dateTime(found.since, 'moment') })}</p>
      )}
      {found.queries.length === 0 ? (
        <EmptyState icon={<Database />} title={t('empty')} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        <div tabIndex={0} className="relative overflow-x-auto rounded-card border border-line bg-surface">
          <table className="w-full text-left text-sm max-xl:block xl:min-w-4xl">
            <thead className="text-muted max-xl:hidden">
              <tr>
                <th scope="col" className="px-4 py-3 font-medium">
                  {t('statement')}
                </th>
                {queryColumns.map((column) => (
                  <th key={column} scope="col" className="px-4 py-3 text-right font-medium">
                    {t(`columns.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line max-xl:block">
              {found.queries.map((query) => (
                <Row key={query.id} query={query} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
