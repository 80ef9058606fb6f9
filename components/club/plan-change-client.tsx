'use client';

import { useRouter } from 'next/navigation';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { personOfPage } from '@/components/account/me/page-person';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog-client';
import { Notice } from '@/components/ui/notice';
import { useWake } from '@/components/ui/use-wake';
import type { ClubPlan } from '@/lib/club';
import { formatCents } from '@/lib/core/money';
import { type ClubAnswer, postClub } from './post-club';

/** The amounts of an offer: the price; for a year, the credit and the charge now; and the next charge. */
function Amounts({ to, offer }: { to: ClubPlan; offer: ClubAnswer }) {
  const t = useTranslations('club.change');
  const locale = useLocale();
  const format = useFormatter();
  const { dueCents = 0, creditCents = 0, priceCents = 0 } = offer;
  const next = new Date(offer.renewsAt ?? offer.startsAt ?? '');
  const lines = [
    [t(`${to}.price`), formatCents(priceCents, locale)],
    ...(creditCents > 0 ? [[t('credit'), formatCents(-creditCents, locale)]] : []),
  ];
  return (
    <>
      <dl className="mt-4 divide-y divide-line rounded-control border border-line px-4">
        {lines.map(([name, amount]) => (
          <div key={name} className="flex items-baseline justify-between gap-4 py-3">
            <dt>{name}</dt>
            <dd className="whitespace-nowrap tabular-nums">{amount}</dd>
          </div>
        ))}
        <div className="flex items-baseline justify-between gap-4 py-3">
          <dt className="font-bold">{t('now')}</dt>
          <dd className="font-display text-2xl font-bold whitespace-nowrap tabular-nums">
            {formatCents(dueCents, locale)}
          </dd>
        </div>
      </dl>
      <p className="mt-4 text-sm text-muted">
        {t(`${to}.renews`, { date: format.dateTime(next, 'day'), amount: formatCents(priceCents, locale) })}
      </p>
    </>
  );
}

type Props = {
  /** The other plan, and its price. */
  to: ClubPlan;
  price: string;
  /** The start of the monthly plan; or the time until which the change to yearly waits for its payment. */
  date: string;
  waits: boolean;
};

/**
 * Changes to the other plan, after showing what is charged and when: to yearly now, at Stripe if the bank asks, to
 * monthly after the paid year.
 */
export function PlanChange({ to, price, date, waits }: Props) {
  const t = useTranslations('club.change');
  const problems = useTranslations('problems');
  const locale = useLocale();
  const router = useRouter();
  const [offer, setOffer] = useState<ClubAnswer | null>(null);
  const [pending, setPending] = useState<'ask' | 'take' | 'drop' | null>(null);
  const [notice, setNotice] = useState<{ tone: 'good' | 'bad'; text: string } | null>(null);
  useWake(() => setPending(null));

  async function run(act: 'ask' | 'take' | 'drop', body: object) {
    setPending(act);
    setNotice(null);
    const answer = await postClub('/api/club-plan', { ...body, persona: personOfPage() });
    if (answer?.url) return window.location.assign(answer.url);
    setPending(null);
    if (answer?.offer) return setOffer(answer);
    setOffer(null);
    const failed = !answer || answer.error !== undefined;
    setNotice({
      tone: failed ? 'bad' : 'good',
      text: answer?.message ?? problems(act === 'take' ? 'undecided' : 'failed'),
    });
    if (answer) router.refresh();
  }

  return (
    <div className="space-y-4 border-t border-line pt-5">
      <div aria-live="polite">{notice && <Notice tone={notice.tone}>{notice.text}</Notice>}</div>
      <div>
        <h2 className="text-lg font-bold">{t(`${to}.${waits ? 'waitsTitle' : 'title'}`, { date })}</h2>
        <p className="mt-1 text-muted">{t(`${to}.${waits ? 'waits' : 'text'}`, { price, date })}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        {(to === 'yearly' || !waits) && (
          <Button
            variant={to === 'yearly' ? 'club' : 'secondary'}
            pending={pending === 'ask'}
            onClick={() => run('ask', { plan: to })}
          >
            {waits ? t('pay') : t(`${to}.ask`)}
          </Button>
        )}
        {waits && (
          <Button pending={pending === 'drop'} onClick={() => run('drop', { drop: true })}>
            {t(`${to}.drop`)}
          </Button>
        )}
      </div>
      {offer && (
        <Dialog
          title={t(`${to}.confirmTitle`)}
          description={t(`${to}.confirmText`)}
          closeLabel={t('back')}
          onClose={() => setOffer(null)}
        >
          <Amounts to={to} offer={offer} />
          <div className="mt-6 grid grid-cols-1 gap-3 sm:grid-cols-2">
            <Button onClick={() => setOffer(null)}>{t('back')}</Button>
            <Button variant="club" pending={pending === 'take'} onClick={() => run('take', { offer: offer.offer })}>
              {t(`${to}.confirm`, { amount: formatCents(offer.dueCents ?? 0, locale) })}
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
