import { notFound } from 'next/navigation';
import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { TextLink } from '@/components/ui/text-link';
import { requireMe } from '@/lib/account/server';
import { formatCents } from '@/lib/core/money';
import { refundReason } from '@/lib/core/money/refund-reason';
import { shortId } from '@/lib/core/short-id';
import { getSale } from '@/lib/creators/sales/server';
import { DashboardNav } from './dashboard-nav';
import { SaleState } from './sale-state';
import { SourceName } from './source-name';

const box = 'divide-y divide-line rounded-card border border-line bg-surface px-5 text-sm';

function Line({ name, strong, children }: { name: string; strong?: boolean; children: ReactNode }) {
  return (
    <div className={`flex flex-wrap items-baseline justify-between gap-x-4 py-3 ${strong ? 'font-bold' : ''}`}>
      <dt className={strong ? '' : 'text-muted'}>{name}</dt>
      <dd className="text-right tabular-nums">{children}</dd>
    </div>
  );
}

/** One sale, line by line: from the list price to the creator's share, and its movements. */
export async function SaleView({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  await requireMe(`/dashboard/sales/${id}`);
  const [t, payment, concepts, reasons, format, locale] = await Promise.all([
    getTranslations('dashboard.sales'),
    getTranslations('payment'),
    getTranslations('dashboard.money.concepts'),
    getTranslations('mail.refundReasons'),
    getFormatter(),
    getLocale(),
  ]);
  const found = await getSale(id, locale);
  if (!found) notFound();
  const { sale, source, tag, movements, refunds, disputes } = found;
  const ownCouponCents = sale.shareCents - sale.fullShareCents;
  const reductions = (
    [
      ['oferta', sale.offerCents],
      ['mejora', sale.upgradeCents],
      ['club', sale.clubCents],
      ['cupon', sale.couponCents],
      ['recargo', sale.surchargeCents],
    ] as const
  ).filter(([, cents]) => cents !== 0);
  const happened = [
    ...refunds.map(({ id: key, at, reason }) => ({
      key,
      at,
      text: reason ? t('refundedFor', { reason: refundReason(reasons, reason) }) : t('refunded'),
    })),
    ...disputes.map(({ id: key, at, phase }) => ({ key, at, text: t(`disputes.${phase}`) })),
  ].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return (
    <div className="space-y-6">
      <DashboardNav current="sales" />
      <div>
        <h1 className="text-3xl font-extrabold text-balance">
          <span>{sale.name}</span>
          {sale.edition && <span>{` · ${sale.edition}`}</span>}
        </h1>
        <p className="mt-1 text-muted">
          {format.dateTime(new Date(sale.at), 'moment')} · {t('order', { id: shortId(sale.orderId) })}
        </p>
        {sale.slug && <TextLink href={`/p/${sale.slug}`}>{t('openProduct')}</TextLink>}
      </div>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <section aria-labelledby="lines" className="space-y-3">
          <h2 id="lines" className="text-xl font-bold">
            {t('lines')}
          </h2>
          <dl className={box}>
            {sale.bundle && <Line name={t('bundle')}>{sale.bundle}</Line>}
            {sale.isGift && <Line name={t('kind')}>{t('gift')}</Line>}
            <Line name={t('source')}>
              <SourceName source={source} tag={tag} />
            </Line>
            <Line name={t('columns.list')}>{formatCents(sale.listCents, locale)}</Line>
            {reductions.map(([name, cents]) => (
              <Line key={name} name={t(`discounts.${name}`)}>
                {formatCents(cents, locale)}
              </Line>
            ))}
            <Line name={t('paidBy', { method: payment(`methods.${sale.method}`) })} strong>
              {formatCents(sale.paidCents, locale)}
            </Line>
            {ownCouponCents !== 0 && sale.percent !== null && (
              <>
                <Line name={t('fullShare', { percent: sale.percent })}>{formatCents(sale.fullShareCents, locale)}</Line>
                <Line name={t('ownCoupon')}>{formatCents(ownCouponCents, locale)}</Line>
              </>
            )}
            <Line
              name={
                sale.percent === null || ownCouponCents !== 0
                  ? t('totals.share')
                  : t('shareOf', { percent: sale.percent })
              }
              strong
            >
              {formatCents(sale.shareCents, locale)}
            </Line>
            <Line name={t('columns.state')}>
              <SaleState sale={sale} />
            </Line>
          </dl>
        </section>
        <section aria-labelledby="moved" className="space-y-3">
          <h2 id="moved" className="text-xl font-bold">
            {t('moved')}
          </h2>
          <dl className={box}>
            {movements.map(({ id: key, at, concept, cents }) => (
              <Line key={key} name={`${concepts(concept)} · ${format.dateTime(new Date(at), 'moment')}`}>
                {formatCents(cents, locale)}
              </Line>
            ))}
            <Line name={t('totals.net')} strong>
              {formatCents(sale.netCents, locale)}
            </Line>
          </dl>
          {happened.length > 0 && (
            <ul className={box}>
              {happened.map(({ key, at, text }) => (
                <li key={key} className="py-3">
                  {text}
                  <span className="block text-muted">{format.dateTime(new Date(at), 'day')}</span>
                </li>
              ))}
            </ul>
          )}
        </section>
      </div>
    </div>
  );
}
