import { Crown } from 'lucide-react';
import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { ButtonLink } from '@/components/ui/button-link';
import { classNames } from '@/components/ui/class-names';
import { getMe } from '@/lib/account/server';
import { clubPriceCents } from '@/lib/club';
import { getMembership, listLentProducts } from '@/lib/club/membership';
import { formatCents } from '@/lib/money';
import { MembershipActions } from './membership-actions-client';

/** The state of the person's membership, what comes next, and what can be done about it (SPEC §2 Subscription). */
export async function MembershipPanel() {
  const [t, format, locale, me] = await Promise.all([
    getTranslations('club.membership'),
    getFormatter(),
    getLocale(),
    getMe(),
  ]);
  if (!me) return <p className="text-muted">{t('noUser')}</p>;
  const [membership, lent] = await Promise.all([getMembership(me.id), me.club ? listLentProducts(locale) : []]);
  const date = membership && format.dateTime(new Date(membership.paidUntil), 'day');
  const isPaidFor = membership !== null && membership.state !== 'terminada';
  return (
    <section className="space-y-5 rounded-card border border-line bg-surface p-6">
      <div className="flex items-center gap-4">
        <Crown aria-hidden className={classNames('size-10', me.club ? 'text-club' : 'text-muted')} />
        <p>
          <span className="block text-sm text-muted">{t('state')}</span>
          <b className={classNames('text-2xl', me.club ? 'text-good' : 'text-muted')}>
            {t(me.club ? 'active' : 'inactive')}
          </b>
        </p>
      </div>
      {membership && isPaidFor && (
        <p>
          {membership.state === 'activa' &&
            t('next', { date: date ?? '', amount: formatCents(clubPriceCents[membership.plan], locale) })}
          {membership.state === 'cancelada_al_final' && t('ends', { date: date ?? '' })}
          {membership.state === 'impagada' && t('unpaid')}
        </p>
      )}
      {membership?.state === 'terminada' && !me.club && (
        <p className="text-muted">{t('ended', { date: date ?? '' })}</p>
      )}
      {isPaidFor && membership ? (
        <MembershipActions
          state={membership.state}
          paidUntil={date ?? ''}
          lent={lent.map(({ slug, name, keepCents }) => ({ slug, name, price: formatCents(keepCents, locale) }))}
        />
      ) : (
        !me.club && (
          <ButtonLink href="/club" variant="club">
            {t('join')}
          </ButtonLink>
        )
      )}
    </section>
  );
}
