import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { Notice } from '@/components/ui/notice';
import { formatCents } from '@/lib/core/money';
import type { CreatorBalance } from '@/lib/creators/types';

/** Withdrawable, held and pending amounts, with the end of the holding period. */
export async function Balance({ balance }: { balance: CreatorBalance }) {
  const [t, format, locale] = await Promise.all([getTranslations('dashboard.balance'), getFormatter(), getLocale()]);
  const next =
    balance.nextAt && balance.heldCents > 0
      ? t('heldUntil', { date: format.dateTime(new Date(balance.nextAt), 'day') })
      : t('heldText', { days: balance.holdingDays });
  const amounts = [
    ['available', balance.availableCents, t('availableText')],
    ['held', balance.heldCents, next],
    ['reserved', balance.reservedCents, t('reservedText')],
    ['paid', balance.paidCents, t('paidText')],
  ] as const;
  return (
    <section aria-labelledby="balance" className="space-y-4">
      <h2 id="balance" className="text-xl font-bold">
        {t('title')}
      </h2>
      {balance.debtCents > 0 && (
        <Notice tone="warn">{t('debt', { amount: formatCents(balance.debtCents, locale) })}</Notice>
      )}
      {balance.disputedCents > 0 && (
        <Notice tone="plain">{t('disputed', { amount: formatCents(balance.disputedCents, locale) })}</Notice>
      )}
      <dl className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {amounts.map(([name, cents, text]) => (
          <div key={name} className="rounded-card border border-line bg-surface p-5">
            <dt className="text-sm font-medium text-muted">{t(name)}</dt>
            <dd className="mt-1 font-display text-2xl font-bold tabular-nums">{formatCents(cents, locale)}</dd>
            <dd className="mt-1 text-sm text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
