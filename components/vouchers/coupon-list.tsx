import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { defineList } from '@/components/panel/define-list';
import { TicketPercent } from '@/components/ui/icons/desk';
import { pathOfCategory } from '@/lib/catalog/categories';
import { inLanguage } from '@/lib/catalog/rows';
import { formatCents } from '@/lib/core/money';
import { type Coupon, couponRow } from '@/lib/vouchers/admin-coupons';
import { getCreatorPercent } from '@/lib/vouchers/own-coupons';
import { EditCoupon } from './coupon-edit-client';

/** Coupons with their limits, searched by code prefix or product. */
export const coupons = defineList({
  source: 'cupones',
  row: couponRow,
  choices: ['vigente', 'caducado'],
  orders: ['codigo', 'descuento', 'caduca'],
  fileColumns: [
    'id',
    'momento',
    'codigo',
    'ambito',
    'slug',
    'creador',
    'categoria',
    'percent_discount',
    'descuento_centimos',
    'minimo_centimos',
    'desde_at',
    'caduca_at',
    'parado_at',
    'usos',
    'usos_max',
    'usos_por_usuario',
    'primera_compra',
    'es_de_creador',
  ],
  clientMessages: ['admin', 'nav'],
  async view() {
    const [t, categoryName, format, locale, share] = await Promise.all([
      getTranslations('admin.couponList'),
      getTranslations('nav'),
      getFormatter(),
      getLocale(),
      getCreatorPercent(),
    ]);
    const target = ({ scope, productName, productNameEn, creator, category }: Coupon) => {
      if (scope === 'producto') return productName && inLanguage(locale, productName, productNameEn);
      if (scope === 'creador') return t('targets.creador', { creator: creator ?? '' });
      if (scope === 'categoria' && category) return categoryName(pathOfCategory(category));
      return t('targets.tienda');
    };
    return {
      icon: <TicketPercent />,
      searchLabel: t('search'),
      choiceLabel: t('state'),
      choiceName: (choice) => t(`choices.${choice}`),
      empty: t('empty'),
      failed: t('failed'),
      action: <EditCoupon coupon={null} share={share} />,
      columns: [
        { title: t('code'), order: 'codigo', className: 'font-mono font-semibold', cell: (coupon) => coupon.code },
        {
          title: t('scope'),
          cell: (coupon) => [target(coupon), coupon.isFirstPurchase && t('firstOnly')].filter(Boolean).join(' · '),
        },
        {
          title: t('discount'),
          order: 'descuento',
          className: 'tabular-nums',
          cell: (coupon) =>
            coupon.percent === null
              ? formatCents(coupon.amountCents ?? 0, locale)
              : t('percentOff', { percent: coupon.percent }),
        },
        {
          title: t('expires'),
          order: 'caduca',
          cell: (coupon) => {
            if (coupon.isStopped) return t('stopped');
            return coupon.expiresAt ? format.dateTime(new Date(coupon.expiresAt), 'day') : t('never');
          },
        },
        {
          title: t('uses'),
          className: 'tabular-nums',
          cell: (coupon) => t('usesOf', { uses: coupon.uses, most: coupon.maxUses ?? '∞' }),
        },
        {
          title: t('maxPerPerson'),
          className: 'tabular-nums',
          cell: (coupon) => coupon.maxPerPerson ?? t('unlimited'),
        },
        {
          title: t('edit'),
          cell: (coupon) => (coupon.isCreators ? t('creators') : <EditCoupon coupon={coupon} share={share} />),
        },
      ],
    };
  },
});
