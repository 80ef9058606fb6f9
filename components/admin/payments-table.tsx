import { Receipt } from 'lucide-react';
import Link from 'next/link';
import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { Button } from '@/components/ui/button';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { listPayments, type PaymentFilter, paymentStates } from '@/lib/admin/payments';
import { formatCents } from '@/lib/money';

async function Filters({ filter }: { filter: PaymentFilter }) {
  const [t, states] = await Promise.all([getTranslations('admin.paymentList'), getTranslations('payment.states')]);
  const control = 'h-12 w-full rounded-control border border-line bg-canvas px-3.5';
  return (
    <form className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_14rem_auto]">
      <label className="text-sm font-medium">
        {t('search')}
        <input name="q" defaultValue={filter.search} maxLength={200} className={`mt-1.5 ${control}`} />
      </label>
      <label className="text-sm font-medium">
        {t('state')}
        <select name="estado" defaultValue={filter.state ?? ''} className={`mt-1.5 ${control}`}>
          <option value="">{t('all')}</option>
          {paymentStates.map((state) => (
            <option key={state} value={state}>
              {states(state)}
            </option>
          ))}
        </select>
      </label>
      <Button type="submit">{t('apply')}</Button>
    </form>
  );
}

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
      <Filters filter={filter} />
      {payments.length === 0 ? (
        <EmptyState icon={<Receipt />} title={t('empty')} />
      ) : (
        <div className="overflow-x-auto rounded-card border border-line bg-surface">
          <table className="w-full min-w-2xl text-left text-sm">
            <thead className="text-muted">
              <tr>
                {(['date', 'product', 'buyer', 'provider', 'state', 'amount'] as const).map((column) => (
                  <th key={column} scope="col" className="px-4 py-3 font-medium last:text-right">
                    {t(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {payments.map((payment) => (
                <tr key={payment.id} className="hover:bg-raised">
                  <td className="px-4 py-3 whitespace-nowrap">
                    {format.dateTime(new Date(payment.createdAt), 'moment')}
                  </td>
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
            </tbody>
          </table>
        </div>
      )}
      {next && <ButtonLink href={`/dashboard-admin/payments?${older}`}>{t('older')}</ButtonLink>}
    </div>
  );
}
