import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { ActList } from '@/components/admin/act-list';
import { Facts } from '@/components/admin/facts';
import { ResolveWithdrawal } from '@/components/admin/resolve-withdrawal-client';
import { ClientMessages } from '@/components/i18n/client-messages';
import { Section } from '@/components/ui/section';
import { TextLink } from '@/components/ui/text-link';
import { requireAdmin } from '@/lib/admin/access';
import { listActs } from '@/lib/admin/acts';
import { getWithdrawal } from '@/lib/admin/withdrawals';
import { formatCents } from '@/lib/money';

type Props = { params: Promise<{ id: string }> };

export const metadata: Metadata = { robots: { index: false } };

/** One withdrawal: what was asked for, what became of it, and who decided. */
export default async function WithdrawalPage({ params }: Props) {
  const { id } = await params;
  await requireAdmin(`/dashboard-admin/withdrawals/${id}`);
  const found = await getWithdrawal(id);
  if (!found) notFound();
  const [t, states, format, locale, acts] = await Promise.all([
    getTranslations('admin.withdrawalList'),
    getTranslations('dashboard.money.states'),
    getFormatter(),
    getLocale(),
    listActs('retiro', id),
  ]);
  const amount = formatCents(found.amountCents, locale);
  const facts = [
    [t('creator'), found.creator],
    [t('email'), found.paypalEmail],
    [t('state'), states(found.state)],
    [t('date'), format.dateTime(new Date(found.createdAt), 'moment')],
    ...(found.reason ? [[t('reason'), found.reason] as const] : []),
  ] as const;
  return (
    <ClientMessages namespaces={['admin']}>
      <header>
        <TextLink href="/dashboard-admin/withdrawals">{t('back')}</TextLink>
        <h1 className="text-3xl font-extrabold tabular-nums">{amount}</h1>
      </header>
      <Section title={t('title')}>
        <Facts facts={facts} className="grid gap-3 sm:grid-cols-2" />
        {found.state === 'solicitado' && (
          <div className="mt-4 flex gap-3">
            <ResolveWithdrawal id={found.id} amount={amount} />
          </div>
        )}
      </Section>
      <Section title={t('history')}>
        <ActList acts={acts} />
      </Section>
    </ClientMessages>
  );
}
