import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import type { Membership } from '@/lib/club/membership';
import { formatCents } from '@/lib/core/money';
import { getClubPrices } from '@/lib/pricing/server';

/** Describes the next event of a subscription. */
export async function MembershipState({ membership }: { membership: Membership }) {
  const [t, format, locale, prices] = await Promise.all([
    getTranslations('club.membership'),
    getFormatter(),
    getLocale(),
    getClubPrices(),
  ]);
  const date = format.dateTime(new Date(membership.paidUntil), 'day');
  const { plan, cents, next } = membership;
  switch (membership.state) {
    case 'activa':
      return (
        <p>
          <span>{t('next', { date, amount: formatCents(next?.cents ?? cents ?? prices[plan], locale) })}</span>
          {next && <span>{` ${t('nextPlan', { plan: next.plan })}`}</span>}
        </p>
      );
    case 'cancelada_al_final':
      return <p>{t('ends', { date })}</p>;
    case 'impagada':
      return <p>{t('unpaid')}</p>;
    case 'terminada':
      return <p className="text-muted">{t('ended', { date })}</p>;
  }
}
