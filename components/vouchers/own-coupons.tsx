import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { CopyText } from '@/components/ui/copy-text-client';
import { productLink } from '@/lib/catalog/offers';
import { dayInSpain } from '@/lib/core/day';
import { formatCents } from '@/lib/core/money';
import type { OwnCoupon } from '@/lib/vouchers/own-coupons';
import { OwnCouponForm, StopCoupon } from './own-coupon-form-client';

const stateOf = (coupon: OwnCoupon) => {
  if (coupon.isStopped) return 'stopped';
  if (coupon.isOver) return 'over';
  return coupon.maxUses !== null && coupon.uses >= coupon.maxUses ? 'used' : 'running';
};

type Props = { coupons: OwnCoupon[]; choices: Array<{ id: string; name: string }>; percent: number; siteUrl: string };

/** A creator's coupons with their revenue, and the form for a new one. */
export async function OwnCoupons({ coupons, choices, percent, siteUrl }: Props) {
  const [t, format, locale] = await Promise.all([getTranslations('promotions'), getFormatter(), getLocale()]);
  const money = (cents: number) => formatCents(cents, locale);
  const facts = (coupon: OwnCoupon) =>
    [
      coupon.percent === null ? money(coupon.cents ?? 0) : t('coupons.percent', { percent: coupon.percent }),
      t('coupons.uses', { uses: coupon.uses, most: coupon.maxUses ?? '∞' }),
      coupon.held > 0 && t('coupons.held', { held: coupon.held }),
      coupon.leastCents !== null && t('coupons.from_price', { price: money(coupon.leastCents) }),
      coupon.to && t('coupons.until', { day: format.dateTime(new Date(coupon.to), 'day') }),
      coupon.uses > 0 && t('coupons.brought', { sold: money(coupon.soldCents), given: money(coupon.givenCents) }),
    ].filter(Boolean);
  return (
    <section aria-labelledby="coupons" className="space-y-4">
      <h2 id="coupons" className="text-xl font-bold">
        {t('coupons.title')}
      </h2>
      <p className="text-sm text-muted">{t('coupons.text', { percent })}</p>
      {choices.length > 0 && <OwnCouponForm choices={choices} percent={percent} today={dayInSpain()} />}
      <ul className="space-y-3">
        {coupons.map((coupon) => {
          const state = stateOf(coupon);
          const link = productLink(siteUrl, coupon.slug, coupon.code);
          return (
            <li
              key={coupon.id}
              className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-surface p-4"
            >
              <div className="min-w-0">
                <p className="font-semibold">
                  <span className="font-mono">{coupon.code}</span> · {coupon.product}
                </p>
                <p className="text-sm text-muted">{facts(coupon).join(' · ')}</p>
                <p className={`text-sm font-semibold ${state === 'running' ? 'text-good' : 'text-muted'}`}>
                  {t(`coupons.states.${state}`)}
                </p>
                {state === 'running' && (
                  <p id={`link-${coupon.id}`} className="mt-1 text-sm break-all text-muted">
                    {link}
                  </p>
                )}
              </div>
              {state === 'running' && (
                <div className="flex flex-wrap gap-3">
                  <CopyText text={link} label={t('coupons.copyLink')} shown={`link-${coupon.id}`} />
                  <StopCoupon id={coupon.id} code={coupon.code} />
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
