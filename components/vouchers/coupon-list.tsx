import { getFormatter, getTranslations } from 'next-intl/server';
import { defineList } from '@/components/panel/define-list';
import { TicketPercent } from '@/components/ui/icons/desk';
import { couponRow } from '@/lib/vouchers/admin-coupons';
import { EditCoupon } from './coupon-edit-client';

/** Coupons with their limits, searched by code prefix or product. */
export const coupons = defineList({
  source: 'cupones',
  row: couponRow,
  choices: ['vigente', 'caducado'],
  orders: ['codigo', 'descuento', 'caduca'],
  fileColumns: ['id', 'momento', 'codigo', 'slug', 'percent_discount', 'caduca_at', 'usos_max', 'usos_por_usuario'],
  clientMessages: ['admin'],
  async view() {
    const [t, format] = await Promise.all([getTranslations('admin.couponList'), getFormatter()]);
    return {
      icon: <TicketPercent />,
      searchLabel: t('search'),
      choiceLabel: t('state'),
      choiceName: (choice) => t(`choices.${choice}`),
      empty: t('empty'),
      failed: t('failed'),
      action: <EditCoupon coupon={null} />,
      columns: [
        { title: t('code'), order: 'codigo', className: 'font-mono font-semibold', cell: (coupon) => coupon.code },
        { title: t('product'), cell: (coupon) => coupon.productName },
        {
          title: t('percent'),
          order: 'descuento',
          className: 'tabular-nums',
          cell: (coupon) => (coupon.percent === null ? '' : t('percentOff', { percent: coupon.percent })),
        },
        {
          title: t('expires'),
          order: 'caduca',
          cell: (coupon) => (coupon.expiresAt ? format.dateTime(new Date(coupon.expiresAt), 'day') : t('never')),
        },
        { title: t('maxUses'), className: 'tabular-nums', cell: (coupon) => coupon.maxUses ?? t('unlimited') },
        {
          title: t('maxPerPerson'),
          className: 'tabular-nums',
          cell: (coupon) => coupon.maxPerPerson ?? t('unlimited'),
        },
        { title: t('edit'), cell: (coupon) => coupon.percent !== null && <EditCoupon coupon={coupon} /> },
      ],
    };
  },
});
