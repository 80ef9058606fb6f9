import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import type { MemberCharge, Membership } from '@/lib/club/membership';
import { formatCents } from '@/lib/core/money';
import { getClubPrices } from '@/lib/pricing/server';

/** Why an open subscription grants no membership. */
type Pause = 'disputed' | 'pending' | null;

/** The pause of a membership that has no paid time at `now`, by the charge of that time. */
export function pauseOf(charges: readonly Pick<MemberCharge, 'from' | 'until' | 'state'>[], now: number): Pause {
  const charge = charges.find(({ from, until }) => Date.parse(from) <= now && now < Date.parse(until));
  if (!charge) return 'pending';
  return charge.state === 'en_disputa' ? 'disputed' : null;
}

/** Describes the next event of a subscription. While it is paused, its paid time has ended before its period. */
export async function MembershipState({ membership, pause }: { membership: Membership; pause: Pause }) {
  const [t, format, locale, prices] = await Promise.all([
    getTranslations('club.membership'),
    getFormatter(),
    getLocale(),
    getClubPrices(),
  ]);
  const { plan, state, cents, next } = membership;
  const isPaused = pause !== null && (state === 'activa' || state === 'cancelada_al_final');
  const day = membership.endedAt ?? (isPaused ? membership.periodEnd : membership.paidUntil);
  const date = format.dateTime(new Date(day), 'day');
  switch (state) {
    case 'activa':
      return (
        <p>
          <span>{t('next', { date, amount: formatCents(next?.cents ?? cents ?? prices[plan], locale) })}</span>
          {next && <span>{` ${t('nextPlan', { plan: next.plan })}`}</span>}
          {isPaused && <span>{` ${t(`paused.${pause}`)}`}</span>}
        </p>
      );
    case 'cancelada_al_final':
      return (
        <p>
          <span>{t('ends', { date })}</span>
          {isPaused && <span>{` ${t(`paused.${pause}`)}`}</span>}
        </p>
      );
    case 'impagada':
      return <p>{t('unpaid')}</p>;
    case 'terminada':
      return <p className="text-muted">{t('ended', { date })}</p>;
  }
}
