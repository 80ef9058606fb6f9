'use client';

import { useRouter } from 'next/navigation';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog-client';
import { Notice } from '@/components/ui/notice';
import { useWake } from '@/components/ui/use-wake';
import { planPriceCents } from '@/lib/club';
import { formatCents } from '@/lib/core/money';
import { type ClubAnswer, postClub } from './post-club';

/** The amounts of an offer: the year, what is credited, what is charged now, and the next charge. */
function Amounts({ dueCents = 0, creditCents = 0, priceCents = 0, renewsAt = '' }: ClubAnswer) {
  const t = useTranslations('club.change');
  const locale = useLocale();
  const format = useFormatter();
  const lines = [
    [t('year'), formatCents(priceCents, locale)],
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
        {t('renews', { date: format.dateTime(new Date(renewsAt), 'day'), amount: formatCents(priceCents, locale) })}
      </p>
    </>
  );
}

type Props = {
  /** Until when the change waits for its payment; null if there is none. */
  waitsUntil: string | null;
};

/** Changes from monthly to yearly: says what is charged first, and leads to Stripe if the bank asks. */
export function PlanChange({ waitsUntil }: Props) {
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
    const answer = await postClub('/api/club-plan', body);
    if (answer?.url) return window.location.assign(answer.url);
    setPending(null);
    if (answer?.offer) return setOffer(answer);
    setOffer(null);
    const failed = !answer || answer.error !== undefined;
    setNotice({ tone: failed ? 'bad' : 'good', text: answer?.message ?? problems('failed') });
    if (answer) router.refresh();
  }

  const price = formatCents(planPriceCents.yearly, locale);
  return (
    <div className="space-y-4 border-t border-line pt-5">
      <div aria-live="polite">{notice && <Notice tone={notice.tone}>{notice.text}</Notice>}</div>
      <div>
        <h2 className="text-lg font-bold">{t('title')}</h2>
        <p className="mt-1 text-muted">
          {waitsUntil === null ? t('text', { price }) : t('waits', { date: waitsUntil })}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="club" pending={pending === 'ask'} onClick={() => run('ask', { plan: 'yearly' })}>
          {t(waitsUntil === null ? 'ask' : 'pay')}
        </Button>
        {waitsUntil !== null && (
          <Button pending={pending === 'drop'} onClick={() => run('drop', { drop: true })}>
            {t('drop')}
          </Button>
        )}
      </div>
      {offer && (
        <Dialog
          title={t('confirmTitle')}
          description={t('confirmText')}
          closeLabel={t('back')}
          onClose={() => setOffer(null)}
        >
          <Amounts {...offer} />
          <div className="mt-6 grid grid-cols-1 gap-3 sm:grid-cols-2">
            <Button onClick={() => setOffer(null)}>{t('back')}</Button>
            <Button variant="club" pending={pending === 'take'} onClick={() => run('take', { offer: offer.offer })}>
              {t('confirm', { amount: formatCents(offer.dueCents ?? 0, locale) })}
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
