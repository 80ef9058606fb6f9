import { TicketPercent } from 'lucide-react';
import { getFormatter, getTranslations } from 'next-intl/server';
import { ClientMessages } from '@/components/i18n/client-messages';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { listCoupons } from '@/lib/admin/coupons';
import { EditCoupon } from './coupon-form-client';

const columns = ['code', 'product', 'percent', 'expires', 'maxUses', 'maxPerPerson'] as const;

/** The coupons with their limits, found by the beginning of their code. */
export async function CouponTable({ search }: { search: string }) {
  const [t, format, coupons] = await Promise.all([
    getTranslations('admin.couponList'),
    getFormatter(),
    listCoupons(search),
  ]);
  return (
    <ClientMessages namespaces={['admin']}>
      <div className="space-y-5">
        <div className="flex flex-wrap items-end justify-between gap-3">
          <form className="flex items-end gap-3">
            <label className="text-sm font-medium">
              {t('search')}
              <input
                name="q"
                defaultValue={search}
                maxLength={40}
                className="mt-1.5 h-12 w-full rounded-control border border-line bg-canvas px-3.5"
              />
            </label>
            <Button type="submit">{t('apply')}</Button>
          </form>
          <EditCoupon coupon={null} />
        </div>
        {coupons.length === 0 ? (
          <EmptyState icon={<TicketPercent />} title={t('empty')} />
        ) : (
          <div className="overflow-x-auto rounded-card border border-line bg-surface">
            <table className="w-full min-w-2xl text-left text-sm">
              <thead className="text-muted">
                <tr>
                  {columns.map((column) => (
                    <th key={column} scope="col" className="px-4 py-3 font-medium">
                      {t(column)}
                    </th>
                  ))}
                  <th scope="col" className="px-4 py-3">
                    <span className="sr-only">{t('edit')}</span>
                  </th>
                </tr>
              </thead>
              <tbody className="divide-y divide-line">
                {coupons.map((coupon) => (
                  <tr key={coupon.id}>
                    <td className="px-4 py-2 font-mono font-semibold">{coupon.code}</td>
                    <td className="px-4">{coupon.productName}</td>
                    <td className="px-4 tabular-nums">{coupon.percent} %</td>
                    <td className="px-4">
                      {coupon.expiresAt ? format.dateTime(new Date(coupon.expiresAt), 'day') : t('never')}
                    </td>
                    <td className="px-4 tabular-nums">{coupon.maxUses ?? t('unlimited')}</td>
                    <td className="px-4 tabular-nums">{coupon.maxPerPerson ?? t('unlimited')}</td>
                    <td className="px-4 py-1.5 text-right">
                      <EditCoupon coupon={coupon} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </div>
    </ClientMessages>
  );
}
