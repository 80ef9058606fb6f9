import { TicketPercent } from 'lucide-react';
import { getFormatter, getTranslations } from 'next-intl/server';
import { AdminList } from '@/components/admin/list';
import { ClientMessages } from '@/components/ui/i18n/client-messages';
import { type ListFilter, readList } from '@/lib/admin/lists';
import { couponChoices, couponRow } from '@/lib/vouchers/admin-coupons';
import { EditCoupon } from './coupon-edit-client';

const columns = ['code', 'product', 'percent', 'expires', 'maxUses', 'maxPerPerson', 'edit'] as const;

/** The coupons with their limits, searched by the beginning of their code or their product. */
export async function CouponTable({ filter }: { filter: ListFilter }) {
  const [t, format, found] = await Promise.all([
    getTranslations('admin.couponList'),
    getFormatter(),
    readList('cupones', filter, couponRow),
  ]);
  return (
    <ClientMessages namespaces={['admin']}>
      <AdminList
        list="cupones"
        path="/dashboard-admin/coupons"
        filter={filter}
        found={found}
        searchLabel={t('search')}
        choice={{ label: t('state'), options: couponChoices.map((choice) => [choice, t(`choices.${choice}`)]) }}
        columns={columns.map((column) => t(column))}
        icon={<TicketPercent />}
        empty={t('empty')}
        failed={t('failed')}
        action={<EditCoupon coupon={null} />}
      >
        {(coupon) => (
          <tr key={coupon.id}>
            <td className="font-mono font-semibold">{coupon.code}</td>
            <td>{coupon.productName}</td>
            <td className="tabular-nums">{coupon.percent} %</td>
            <td>{coupon.expiresAt ? format.dateTime(new Date(coupon.expiresAt), 'day') : t('never')}</td>
            <td className="tabular-nums">{coupon.maxUses ?? t('unlimited')}</td>
            <td className="tabular-nums">{coupon.maxPerPerson ?? t('unlimited')}</td>
            <td>
              <EditCoupon coupon={coupon} />
            </td>
          </tr>
        )}
      </AdminList>
    </ClientMessages>
  );
}
