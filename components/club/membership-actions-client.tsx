'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { personOfPage } from '@/components/account/me/page-person';
import { refreshMe } from '@/components/account/me/refresh';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog-client';
import { Link } from '@/components/ui/link-client';
import { Notice } from '@/components/ui/notice';
import { useWake } from '@/components/ui/use-wake';
import type { Membership } from '@/lib/club/membership';
import { postClub } from './post-club';

type Lent = { slug: string; name: string; price: string };
/** `paidUntil`: the day; null if no paid time is left. */
type Props = { state: Membership['state']; clubPercent: number; paidUntil: string | null; lent: Lent[] };
type Act = 'cancel' | 'resume' | 'portal';

const paths = {
  cancel: '/api/cancel-subscription',
  resume: '/api/resume-subscription',
  portal: '/api/club-portal',
} as const;

/** Products that a member loses by leaving, with the price to keep each. */
function WhatEnds({ clubPercent, paidUntil, lent }: Omit<Props, 'state'>) {
  const t = useTranslations('club.membership');
  return (
    <div className="mt-4 space-y-3">
      <ul className="list-disc space-y-1 pl-5">
        {clubPercent > 0 && <li>{t('endsDiscount', { percent: clubPercent })}</li>}
        <li>{t('endsCoins')}</li>
        <li>{t('endsBadge')}</li>
        {lent.length > 0 && <li>{t('endsProducts', { count: lent.length })}</li>}
      </ul>
      {lent.length > 0 && (
        <ul className="divide-y divide-line rounded-control border border-line px-4">
          {lent.map(({ slug, name, price }) => (
            <li key={slug} className="flex items-center justify-between gap-3">
              <Link
                href={`/cart?producto=${slug}`}
                className="inline-flex min-h-11 items-center font-semibold text-link hover:underline"
              >
                {name}
              </Link>
              <span className="tabular-nums">{t('keep', { price })}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="text-sm text-muted">{paidUntil === null ? t('untilNow') : t('until', { date: paidUntil })}</p>
    </div>
  );
}

/** Cancels, resumes, or opens Stripe's customer portal. */
export function MembershipActions({ state, clubPercent, paidUntil, lent }: Props) {
  const t = useTranslations('club.membership');
  const problems = useTranslations('problems');
  const router = useRouter();
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState<Act | null>(null);
  const [notice, setNotice] = useState<{ tone: 'good' | 'bad'; text: string } | null>(null);
  useWake(() => setPending(null));

  async function run(act: Act) {
    setPending(act);
    const answer = await postClub(paths[act], { persona: personOfPage() });
    if (answer?.url) return window.location.assign(answer.url);
    const failed = !answer || answer.error !== undefined;
    const silence = act === 'cancel' ? t('failed') : problems('failed');
    setNotice({ tone: failed ? 'bad' : 'good', text: answer?.message ?? silence });
    setAsking(false);
    setPending(null);
    // Offline, the router would replace the page with the browser's error page.
    if (!answer) return;
    await refreshMe();
    router.refresh();
  }

  return (
    <div className="space-y-4">
      <div aria-live="polite">{notice && <Notice tone={notice.tone}>{notice.text}</Notice>}</div>
      <div className="flex flex-wrap gap-3">
        {state === 'cancelada_al_final' ? (
          <Button variant="club" pending={pending === 'resume'} onClick={() => run('resume')}>
            {t('resume')}
          </Button>
        ) : (
          <Button onClick={() => setAsking(true)}>{t('cancel')}</Button>
        )}
        <Button pending={pending === 'portal'} onClick={() => run('portal')}>
          {t('portal')}
        </Button>
      </div>
      {asking && (
        <Dialog
          title={t('leaveTitle')}
          description={t('leaveText')}
          closeLabel={t('stay')}
          onClose={() => setAsking(false)}
        >
          <WhatEnds clubPercent={clubPercent} paidUntil={paidUntil} lent={lent} />
          <div className="mt-6 grid grid-cols-1 gap-3 sm:grid-cols-2">
            <Button variant="club" onClick={() => setAsking(false)}>
              {t('stay')}
            </Button>
            <Button variant="danger" pending={pending === 'cancel'} onClick={() => run('cancel')}>
              {t('confirmCancel')}
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
