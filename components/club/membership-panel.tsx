import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { ButtonLink } from '@/components/ui/button-link';
import { classNames } from '@/components/ui/class-names';
import { Crown } from '@/components/ui/icons/shop';
import { Notice } from '@/components/ui/notice';
import { getMe } from '@/lib/account/server';
import { listCharges, listLentProducts, listMemberships, type Membership } from '@/lib/club/membership';
import { getClubSaving } from '@/lib/club/saving';
import { formatCents } from '@/lib/core/money';
import { getClubPercent, getClubPrices } from '@/lib/pricing/server';
import { ChargeList } from './charge-list';
import { MembershipActions } from './membership-actions-client';
import { MembershipState, pauseOf } from './membership-state';
import { PlanChange } from './plan-change-client';
import { ClubWelcome } from './welcome';

/** Time for which somebody counts as a new member, in milliseconds. */
const newFor = 14 * 86_400_000;

/** Offers the plan that a member does not have, or shows a pending change to it. */
async function OtherPlan({ membership: { plan, paidUntil, changeUntil, next } }: { membership: Membership }) {
  const [format, locale, prices] = await Promise.all([getFormatter(), getLocale(), getClubPrices()]);
  const to = plan === 'monthly' ? 'yearly' : 'monthly';
  const [date, style] = to === 'yearly' ? [changeUntil, 'moment' as const] : [next?.from ?? paidUntil, 'day' as const];
  return (
    <PlanChange
      to={to}
      price={formatCents(next?.cents ?? prices[to], locale)}
      date={date === null ? '' : format.dateTime(new Date(date), style)}
      waits={to === 'yearly' ? changeUntil !== null : next !== null}
    />
  );
}

/**
 * The person's membership: state, next date, actions and charges.
 *
 * @param isPaid the person has just paid to join, and Stripe has not confirmed it yet
 */
export async function MembershipPanel({ isPaid }: { isPaid: boolean }) {
  const [t, texts, format, locale, me] = await Promise.all([
    getTranslations('club.membership'),
    getTranslations('club.saving'),
    getFormatter(),
    getLocale(),
    getMe(),
  ]);
  if (!me) return <p className="text-muted">{t('noUser')}</p>;
  const [memberships, charges, lent, clubPercent, saving] = await Promise.all([
    listMemberships(me.id),
    listCharges(me.id),
    me.club ? listLentProducts(locale) : [],
    getClubPercent(),
    getClubSaving(),
  ]);
  const [membership] = memberships;
  const pause = me.club ? null : pauseOf(charges, Date.now());
  const paidUntil = new Date(membership?.paidUntil ?? 0);
  const isRunning = membership !== undefined && membership.state !== 'terminada';
  const isNew = me.club && saving.memberSince !== null && Date.now() - Date.parse(saving.memberSince) < newFor;
  return (
    <>
      {isNew && (
        <ClubWelcome
          claimed={saving.claimed}
          coins={me.uncoins}
          hasSaved={saving.savedPurchases > 0}
          clubPercent={clubPercent}
        />
      )}
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
        {(isRunning || !me.club) &&
          memberships.map((one) => <MembershipState key={one.reference} membership={one} pause={pause} />)}
        {me.club && saving.savedCents > 0 && (
          <p>
            {texts.rich('saved', {
              amount: formatCents(saving.savedCents, locale),
              b: (text) => <b className="text-club-ink">{text}</b>,
            })}
            {'. '}
            {texts('savedText', { count: saving.savedPurchases })}
          </p>
        )}
        {memberships.length === 1 && membership?.state === 'activa' && me.club && <OtherPlan membership={membership} />}
        {isRunning ? (
          <MembershipActions
            state={membership.state}
            clubPercent={clubPercent}
            paidUntil={paidUntil > new Date() ? format.dateTime(paidUntil, 'day') : null}
            lent={lent.map(({ slug, name, keepCents }) => ({ slug, name, price: formatCents(keepCents, locale) }))}
          />
        ) : (
          !me.club &&
          (isPaid ? (
            <Notice tone="plain">{t('waiting')}</Notice>
          ) : (
            <ButtonLink href="/club" variant="club">
              {t('join')}
            </ButtonLink>
          ))
        )}
      </section>
      <ChargeList charges={charges} />
    </>
  );
}
