'use client';

import { useTranslations } from 'next-intl';
import { Notice } from '@/components/ui/notice';
import { couponIn } from '@/lib/vouchers/coupon-code';

/** Shows the coupon of the link, which the cart checks; or that its code is invalid. */
export function LinkedCoupon({ code }: { code: string }) {
  const t = useTranslations('product.coupon');
  const coupon = couponIn(code);
  return <Notice tone={coupon ? 'good' : 'bad'}>{coupon ? t('linked', { code: coupon }) : t('malformed')}</Notice>;
}
