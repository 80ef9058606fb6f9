import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { ButtonLink } from '@/components/ui/button-link';
import { classNames } from '@/components/ui/class-names';
import { Crown } from '@/components/ui/icons/shop';
import { Notice } from '@/components/ui/notice';
import { getMe } from '@/lib/account/server';
import { listCharges, listLentProducts, listMemberships } from '@/lib/club/membership';
import { formatCents } from '@/lib/core/money';
import { getClubPercent } from '@/lib/pricing/server';
import { ChargeList } from './charge-list';
import { MembershipActions } from './membership-actions-client';
import { MembershipState } from './membership-state';

/** The person's membership: state, next date, actions and charges. */
export async function MembershipPanel() {
  const [t, format, locale, me] = await Promise.all([
    getTranslations('club.membership'),
    getFormatter(),
    getLocale(),
    getMe(),
  ]);
  if (!me) return <p className="text-muted">{t('noUser')}</p>;
  const [memberships, charges, lent, clubPercent] = await Promise.all([
    listMemberships(me.id),
    listCharges(me.id),
    me.club ? listLentProducts(locale) : [],
    getClubPercent(),
  ]);
  const [membership] = memberships;
  const paidUntil = new Date(membership?.paidUntil ?? 0);
  const isRunning = membership !== undefined && membership.state !== 'terminada';
  return (
    <>
      <section className="space-y-5 rounded-card border border-line bg-surface p-6">
        <div className="flex items-center gap-4">
          <Crown aria-hidden className={classNames('size-10', me.club ? 'text-club-ink' : 'text-muted')} />
          <p>
            <span className="block text-sm text-muted">{t('state')}</span>
            <b className={classNames('text-2xl', me.club ? 'text-good' : 'text-muted')}>
              {t(me.club ? 'active' : 'inactive')}
            </b>
          </p>
        </div>
        {memberships.length > 1 && <Notice tone="bad">{t('twice', { count: memberships.length })}</Notice>}
        {(isRunning || !me.club) && memberships.map((one) => <MembershipState key={one.reference} membership={one} />)}
        {isRunning ? (
          <MembershipActions
            state={membership.state}
            clubPercent={clubPercent}
            paidUntil={paidUntil > new Date() ? format.dateTime(paidUntil, 'day') : null}
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
      <ChargeList charges={charges} />
    </>
  );
}
