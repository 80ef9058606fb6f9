import { Wallet } from 'lucide-react';
import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { ClientMessages } from '@/components/ui/i18n/client-messages';
import { type ListFilter, readList } from '@/lib/admin/lists';
import { listedWithdrawal } from '@/lib/admin/withdrawals';
import { formatCents } from '@/lib/core/money';
import { withdrawalStates } from '@/lib/creators/types';
import { AdminList } from './list';
import { RowLink } from './row-link';

const columns = ['date', 'creator', 'email', 'state', 'amount', 'decision'] as const;

/** The withdrawals of creators, searched by creator, PayPal address or id. */
export async function WithdrawalsTable({ filter }: { filter: ListFilter }) {
  const [t, states, format, locale, found] = await Promise.all([
    getTranslations('admin.withdrawalList'),
    getTranslations('dashboard.money.states'),
    getFormatter(),
    getLocale(),
    readList('retiros', filter, listedWithdrawal),
  ]);
  return (
    <ClientMessages namespaces={['admin']}>
      <AdminList
        list="retiros"
        path="/dashboard-admin/withdrawals"
        filter={filter}
        found={found}
        searchLabel={t('search')}
        choice={{ label: t('state'), options: withdrawalStates.map((state) => [state, states(state)]) }}
        columns={columns.map((column) => t(column))}
        icon={<Wallet />}
        empty={t('empty')}
        failed={t('failed')}
      >
        {(item) => (
          <tr key={item.id} className="hover:bg-raised">
            <td className="whitespace-nowrap">
              <RowLink href={`/dashboard-admin/withdrawals/${item.id}`}>
                {format.dateTime(new Date(item.createdAt), 'moment')}
              </RowLink>
            </td>
            <td className="font-semibold">{item.creator}</td>
            <td className="break-all">{item.paypalEmail}</td>
            <td>
              {states(item.state)}
              {item.reason && <span className="block text-muted">{item.reason}</span>}
            </td>
            <td className="font-semibold whitespace-nowrap tabular-nums">{formatCents(item.amountCents, locale)}</td>
            <td>
              {item.state === 'solicitado' && (
                <RowLink href={`/dashboard-admin/withdrawals/${item.id}`}>{t('review')}</RowLink>
              )}
            </td>
          </tr>
        )}
      </AdminList>
    </ClientMessages>
  );
}
