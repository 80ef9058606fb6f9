import { Receipt } from 'lucide-react';
import Link from 'next/link';
import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { listPayments, type PaymentFilter, paymentStates } from '@/lib/admin/payments';
import { formatCents } from '@/lib/money';
import { ListFilter, ListTable } from './list';

/** The shop's payments, found by state, id, reference or buyer, page by page. */
export async function PaymentsTable({ filter }: { filter: PaymentFilter }) {
  const [t, states, format, locale] = await Promise.all([
    getTranslations('admin.paymentList'),
    getTranslations('payment.states'),
    getFormatter(),
    getLocale(),
  ]);
  const { payments, next } = await listPayments(filter);
  const older = new URLSearchParams({
    ...(filter.search ? { q: filter.search } : {}),
    ...(filter.state ? { estado: filter.state } : {}),
    antes: next ?? '',
  });
  return (
    <div className="space-y-5">
      <ListFilter
        search={{ label: t('search'), value: filter.search }}
        choice={{
          name: 'estado',
          label: t('state'),
          value: filter.state,
          all: t('all'),
          options: paymentStates.map((option) => [option, states(option)]),
        }}
        apply={t('apply')}
      />
      {payments.length === 0 ? (
        <EmptyState icon={<Receipt />} title={t('empty')} />
      ) : (
        <ListTable
          columns={(['date', 'product', 'buyer', 'provider', 'state', 'amount'] as const).map((column) => t(column))}
          className="min-w-2xl [&_th:last-child]:text-right"
        >
          {payments.map((payment) => (
            <tr key={payment.id} className="hover:bg-raised">
              <td className="px-4 py-3 whitespace-nowrap">{format.dateTime(new Date(payment.createdAt), 'moment')}</td>
              <td className="px-4 py-3 font-semibold">
                <Link
                  href={`/dashboard-admin/payments/${payment.id}`}
                  className="inline-flex min-h-11 items-center text-link underline-offset-4 hover:underline"
                >
                  {payment.name}
                </Link>
              </td>
              <td className="px-4 py-3">{payment.buyer}</td>
              <td className="px-4 py-3">{t(`providers.${payment.provider}`)}</td>
              <td className="px-4 py-3 whitespace-nowrap">{states(payment.state)}</td>
              <td className="px-4 py-3 text-right font-semibold tabular-nums">
                {formatCents(payment.totalCents, locale)}
              </td>
            </tr>
          ))}
        </ListTable>
      )}
      {next && <ButtonLink href={`/dashboard-admin/payments?${older}`}>{t('older')}</ButtonLink>}
    </div>
  );
}
