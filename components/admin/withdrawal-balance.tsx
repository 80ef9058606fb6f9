import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { Notice } from '@/components/ui/notice';
import type { AdminBalance, AdminWithdrawal } from '@/lib/admin/withdrawals';
import { formatCents } from '@/lib/core/money';
import { Facts } from './facts';

/** A creator's money: available, held, disputed, on its way and paid out. */
export async function BalanceFacts({ balance }: { balance: AdminBalance }) {
  const [t, locale] = await Promise.all([getTranslations('admin.withdrawalList.balance'), getLocale()]);
  const amounts = [
    ['total', balance.totalCents],
    ['held', balance.heldCents],
    ['disputed', balance.disputedCents],
    ['reserved', balance.reservedCents],
    ['paid', balance.paidCents],
  ] as const;
  return (
    <>
      <Facts
        facts={amounts.map(([name, amount]) => [t(name), formatCents(amount, locale)] as const)}
        className="grid grid-cols-2 gap-3 tabular-nums sm:grid-cols-5"
      />
      {balance.debtCents > 0 && (
        <Notice tone="warn" className="mt-4">
          {t('debt', { amount: formatCents(balance.debtCents, locale) })}
        </Notice>
      )}
    </>
  );
}

/** Warns an admin before paying a creator who is banned, disabled or deleted. */
export async function CreatorState({ creator }: { creator: AdminWithdrawal['creator'] }) {
  const [t, reputations] = await Promise.all([
    getTranslations('admin.withdrawalList.creatorState'),
    getTranslations('profile.reputations'),
  ]);
  if (creator.isDeleted) return <Notice tone="warn">{t('deleted')}</Notice>;
  if (creator.isBanned) return <Notice tone="warn">{t('banned', { reason: creator.banReason ?? '' })}</Notice>;
  if (creator.reputation !== 'buena') {
    return <Notice tone="warn">{t('reputation', { reputation: reputations(creator.reputation) })}</Notice>;
  }
  return <p className="text-sm text-muted">{t('good')}</p>;
}

/** The balance after a withdrawal, and its state at PayPal. */
export async function WithdrawalOutlook({ withdrawal }: { withdrawal: AdminWithdrawal }) {
  const [t, format, locale] = await Promise.all([getTranslations('admin.withdrawalList'), getFormatter(), getLocale()]);
  const { state, leftCents, othersCents, isUnknown, sentAt, wait, waitUntil } = withdrawal;
  if (state === 'solicitado') {
    const amount = formatCents(leftCents, locale);
    return leftCents < 0 ? (
      <Notice tone="bad">{t('uncovered', { amount })}</Notice>
    ) : (
      <div className="tabular-nums">
        <p className="font-semibold">{t('leaves', { amount })}</p>
        {othersCents > 0 && (
          <p className={leftCents < othersCents ? 'font-semibold text-warn' : undefined}>
            {t('leavesAfterOthers', {
              others: formatCents(othersCents, locale),
              amount: formatCents(leftCents - othersCents, locale),
            })}
          </p>
        )}
      </div>
    );
  }
  if (wait && waitUntil) {
    return <Notice tone="warn">{t(`waits.${wait}`, { date: format.dateTime(new Date(waitUntil), 'day') })}</Notice>;
  }
  if (!isUnknown || !sentAt) return null;
  return (
    <Notice tone="warn">
      {t('unknown', {
        date: format.dateTime(new Date(sentAt), 'moment'),
        id: withdrawal.id,
        email: withdrawal.paypalEmail,
      })}
    </Notice>
  );
}
