import { Receipt } from 'lucide-react';
import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { type ListFilter, readList } from '@/lib/admin/lists';
import { listedPayment } from '@/lib/admin/payments';
import { formatCents } from '@/lib/core/money';
import { paymentStates } from '@/lib/payments/states';
import { AdminList } from './list';
import { RowLink } from './row-link';

const columns = ['date', 'product', 'buyer', 'provider', 'state', 'amount'] as const;

/** The shop's payments, searched by state, id, reference or buyer. */
export async function PaymentsTable({ filter }: { filter: ListFilter }) {
  const [t, states, p, format, locale, found] = await Promise.all([
    getTranslations('admin.paymentList'),
    getTranslations('payment.states'),
    getTranslations('payment'),
    getFormatter(),
    getLocale(),
    readList('pagos', filter, listedPayment),
  ]);
  return (
    <AdminList
      list="pagos"
      path="/dashboard-admin/payments"
      filter={filter}
      found={found}
      searchLabel={t('search')}
      choice={{ label: t('state'), options: paymentStates.map((state) => [state, states(state)]) }}
      columns={columns.map((column) => t(column))}
      icon={<Receipt />}
      empty={t('empty')}
      failed={t('failed')}
      className="[&_td:last-child]:text-right [&_th:last-child]:text-right"
    >
      {(payment) => (
        <tr key={payment.id} className="hover:bg-raised">
          <td className="whitespace-nowrap">{format.dateTime(new Date(payment.createdAt), 'moment')}</td>
          <td>
            <RowLink href={`/dashboard-admin/payments/${payment.id}`}>{payment.name}</RowLink>
          </td>
          <td>{payment.buyer}</td>
          <td>{p(`methods.${payment.method}`)}</td>
          <td className="whitespace-nowrap">{states(payment.state)}</td>
          <td className="font-semibold tabular-nums">
            {payment.method === 'uncoins'
              ? p('coins', { count: payment.totalCents })
              : formatCents(payment.totalCents, locale)}
          </td>
        </tr>
      )}
    </AdminList>
  );
}
