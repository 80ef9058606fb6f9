import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { ActList } from '@/components/admin/act-list';
import { RowLink } from '@/components/admin/row-link';
import { SecondFactor } from '@/components/admin/second-factor-client';
import { UserBan } from '@/components/admin/user-ban-client';
import { UserEdit } from '@/components/admin/user-edit-client';
import { BalanceFacts } from '@/components/admin/withdrawal-balance';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Section } from '@/components/ui/section';
import { TextLink } from '@/components/ui/text-link';
import { requireAdmin } from '@/lib/account/access';
import { getUser, hasSecondFactor } from '@/lib/admin/users';
import { getBalanceOf } from '@/lib/admin/withdrawals';
import { creatorPath } from '@/lib/core/http/segments';

type Props = { params: Promise<{ id: string }> };

export const metadata: Metadata = { robots: { index: false } };

/** One person: editable fields, ban, and earlier acts of admins. */
export default async function UserPage({ params }: Props) {
  const { id } = await params;
  await requireAdmin(`/dashboard-admin/users/${id}`);
  const user = await getUser(id);
  if (!user) notFound();
  const [t, isProtected, balance] = await Promise.all([
    getTranslations('admin.user'),
    hasSecondFactor(id),
    getBalanceOf(id),
  ]);
  const { infractions, acts, ...person } = user;
  return (
    <MoreClientMessages namespaces={['admin', 'profile']}>
      <header>
        <TextLink href="/dashboard-admin/users">{t('back')}</TextLink>
        <h1 className="text-3xl font-extrabold">{user.displayName}</h1>
        <p className="text-muted">
          @{user.username} · {user.email} · {t('infractions', { count: infractions })}
        </p>
        <TextLink href={creatorPath(user.displayName)}>{t('profile')}</TextLink>
      </header>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <Section title={t('edit')}>
          <UserEdit user={person} />
        </Section>
        <Section title={t('ban')}>
          <UserBan user={person} />
        </Section>
        <Section title={t('twoFactor')}>
          {isProtected ? (
            <SecondFactor id={id} name={user.displayName} />
          ) : (
            <p className="text-sm text-muted">{t('twoFactorOff')}</p>
          )}
        </Section>
      </div>
      <p className="flex flex-wrap gap-x-4">
        <RowLink href={`/dashboard-admin/orders?q=${user.id}`}>{t('seeOrders')}</RowLink>
        <RowLink href={`/dashboard-admin/payments?q=${user.id}`}>{t('seePayments')}</RowLink>
        <RowLink href={`/dashboard-admin/withdrawals?q=${user.id}`}>{t('seeWithdrawals')}</RowLink>
      </p>
      <Section title={t('balance')}>
        <BalanceFacts balance={balance} />
      </Section>
      <Section title={t('history')}>
        <ActList acts={acts} />
      </Section>
    </MoreClientMessages>
  );
}
