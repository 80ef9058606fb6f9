import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { ActList } from '@/components/admin/act-list';
import { DecideWithdrawal, type WithdrawalDecision } from '@/components/admin/decide-withdrawal-client';
import { Facts } from '@/components/admin/facts';
import { RowLink } from '@/components/admin/row-link';
import { BalanceFacts, CreatorState, WithdrawalOutlook } from '@/components/admin/withdrawal-balance';
import { payoutReason } from '@/components/creators/payout-reason';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Section } from '@/components/ui/section';
import { TextLink } from '@/components/ui/text-link';
import { requireAdmin } from '@/lib/account/access';
import { listActs } from '@/lib/admin/acts';
import { type AdminWithdrawal, getWithdrawal } from '@/lib/admin/withdrawals';
import { formatCents } from '@/lib/core/money';

type Props = { params: Promise<{ id: string }> };

export const metadata: Metadata = { robots: { index: false } };

/** Decisions available to an admin: approval requires a sufficient balance. */
function choicesOf({ state, leftCents, isUnknown }: AdminWithdrawal): WithdrawalDecision[] {
  if (state === 'solicitado') return leftCents >= 0 ? ['approve', 'reject'] : ['reject'];
  return isUnknown ? ['paid', 'unpaid'] : [];
}

/** One withdrawal: amount, balance after it, outcome, and deciding admin. */
export default async function WithdrawalPage({ params }: Props) {
  const { id } = await params;
  await requireAdmin(`/dashboard-admin/withdrawals/${id}`);
  const found = await getWithdrawal(id);
  if (!found) notFound();
  const [t, states, reasons, format, locale, acts] = await Promise.all([
    getTranslations('admin.withdrawalList'),
    getTranslations('dashboard.money.states'),
    getTranslations('payoutReasons'),
    getFormatter(),
    getLocale(),
    listActs('retiro', id),
  ]);
  const amount = formatCents(found.amountCents, locale);
  const moment = (iso: string) => format.dateTime(new Date(iso), 'moment');
  const choices = choicesOf(found);
  const facts = [
    [
      t('creator'),
      <RowLink key="creator" href={`/dashboard-admin/users/${found.creator.id}`}>
        {found.creator.name}
      </RowLink>,
    ],
    [t('email'), found.paypalEmail],
    [t('state'), found.isUnknown ? t('unknownState') : states(found.state)],
    [t('date'), moment(found.createdAt)],
    ...(found.sentAt ? [[t('sent'), moment(found.sentAt)] as const] : []),
    ...(found.batchId ? [[t('batch'), found.batchId] as const] : []),
    ...(found.reference ? [[t('reference'), found.reference] as const] : []),
    ...(found.reason ? [[t('reason'), payoutReason(reasons, found.reason)] as const] : []),
  ] as const;
  return (
    <MoreClientMessages namespaces={['admin']}>
      <header>
        <TextLink href="/dashboard-admin/withdrawals">{t('back')}</TextLink>
        <h1 className="text-3xl font-extrabold tabular-nums">{amount}</h1>
      </header>
      <Section title={t('title')}>
        <Facts facts={facts} className="grid grid-cols-1 gap-3 sm:grid-cols-2" />
      </Section>
      <Section title={t('balanceTitle')}>
        <div className="space-y-4">
          <BalanceFacts balance={found.balance} />
          <CreatorState creator={found.creator} />
          <WithdrawalOutlook withdrawal={found} />
          {choices.length > 0 && (
            <DecideWithdrawal
              id={found.id}
              amount={amount}
              creator={found.creator.name}
              email={found.paypalEmail}
              choices={choices}
            />
          )}
        </div>
      </Section>
      <Section title={t('history')}>
        <ActList acts={acts} />
      </Section>
    </MoreClientMessages>
  );
}
