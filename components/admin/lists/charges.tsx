import { Crown } from 'lucide-react';
import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { AdminList } from '@/components/panel/list';
import { listedCharge } from '@/lib/admin/charges';
import { type ListFilter, readList } from '@/lib/admin/lists';
import { chargeStates } from '@/lib/club';
import { formatCents } from '@/lib/core/money';
import { RowLink } from '../row-link';

const columns = ['date', 'member', 'plan', 'state', 'invoice', 'providerInvoice', 'returned', 'amount'] as const;

/** Every charge of the Club, found by member, by the provider's ids, or by state. */
export async function ChargesTable({ filter }: { filter: ListFilter }) {
  const [t, c, format, locale, found] = await Promise.all([
    getTranslations('admin.chargeList'),
    getTranslations('club.charges'),
    getFormatter(),
    getLocale(),
    readList('cargos', filter, listedCharge),
  ]);
  return (
    <AdminList
      list="cargos"
      path="/dashboard-admin/charges"
      filter={filter}
      found={found}
      searchLabel={t('search')}
      choice={{ label: t('state'), options: chargeStates.map((state) => [state, c(`states.${state}`)]) }}
      columns={columns.map((column) => t(column))}
      icon={<Crown />}
      empty={t('empty')}
      failed={t('failed')}
      className="[&_td:nth-last-child(-n+2)]:text-right [&_th:nth-last-child(-n+2)]:text-right"
    >
      {(charge) => (
        <tr key={charge.id} className="hover:bg-raised">
          <td className="whitespace-nowrap">{format.dateTime(new Date(charge.bookedAt), 'moment')}</td>
          <td>
            <RowLink href={`/dashboard-admin/users/${charge.memberId}`}>{charge.member}</RowLink>
          </td>
          <td>{c(`plans.${charge.plan}`)}</td>
          <td className="whitespace-nowrap">{c(`states.${charge.state}`)}</td>
          <td className="whitespace-nowrap tabular-nums">{charge.invoice}</td>
          <td className="font-mono text-xs">{charge.providerInvoice}</td>
          <td className="tabular-nums">{charge.returnedCents > 0 && formatCents(charge.returnedCents, locale)}</td>
          <td className="font-semibold tabular-nums">{formatCents(charge.cents, locale)}</td>
        </tr>
      )}
    </AdminList>
  );
}
