'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { getSignedIn } from '@/components/account/me/store';
import { Button } from '@/components/ui/button';
import { X } from '@/components/ui/icons/shop';
import { Link } from '@/components/ui/link-client';
import { Notice } from '@/components/ui/notice';
import { useReturnFocus } from '@/components/ui/use-return-focus';
import { useWake } from '@/components/ui/use-wake';
import { type ClubPlan, clubPlans } from '@/lib/club';
import { formatCents } from '@/lib/core/money';
import type { ClubPrices } from '@/lib/pricing/club-plans';
import { postClub } from './post-club';

/** Full-screen dialog to choose a Club plan, which opens Stripe's page. */
export function PlanDialog({ prices, onClose }: { prices: ClubPrices; onClose: () => void }) {
  const t = useTranslations('club.plans');
  const locale = useLocale();
  const returnFocus = useReturnFocus();
  // Next.js keeps earlier pages in the document, so a public page cannot read its person there.
  const [persona] = useState(() => getSignedIn()?.me.id);
  const [plan, setPlan] = useState<ClubPlan>('monthly');
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<{ text: string; isOpen: boolean } | null>(null);
  useWake(() => setPending(false));

  async function subscribe() {
    setPending(true);
    setProblem(null);
    const answer = await postClub('/api/club-subscribe', { plan, persona });
    if (answer?.sessionUrl) return window.location.assign(answer.sessionUrl);
    setProblem({ text: answer?.message ?? t('offline'), isOpen: answer?.error === 'suscripcion_abierta' });
    setPending(false);
  }

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          className="fixed inset-0 z-50 overflow-y-auto bg-canvas px-5 py-16"
        >
          <div className="mx-auto max-w-xl space-y-6">
            <Dialog.Title className="text-3xl font-extrabold">{t('title')}</Dialog.Title>
            <fieldset className="grid gap-3" disabled={pending}>
              <legend className="mb-2 text-muted">{t('billing')}</legend>
              {clubPlans.map((item) => (
                <label
                  key={item}
                  className="flex cursor-pointer items-center gap-4 rounded-card border border-line bg-surface p-5 has-checked:border-club has-focus-visible:outline-3 has-focus-visible:outline-link"
                >
                  <input
                    type="radio"
                    name="plan"
                    value={item}
                    checked={plan === item}
                    onChange={() => setPlan(item)}
                    className="size-5 [--buy:var(--club)] [--on-buy:var(--on-club)]"
                  />
                  <span className="flex-1">
                    <b className="block text-lg">{t(item)}</b>
                    <span className="text-sm text-muted">
                      {t(`${item}Text`, {
                        month: formatCents(prices.yearlyPerMonth, locale),
                        percent: prices.yearlyPercent,
                      })}
                    </span>
                  </span>
                  <b className="font-display text-xl tabular-nums">{formatCents(prices[item], locale)}</b>
                </label>
              ))}
            </fieldset>
            <p aria-live="polite" className="flex items-baseline justify-between border-t border-line pt-5">
              <b>{t('total')}</b>
              <b className="font-display text-3xl tabular-nums">{formatCents(prices[plan], locale)}</b>
            </p>
            <p className="text-sm text-muted">{t('note')}</p>
            {problem && (
              <Notice tone="bad">
                <span>{problem.text} </span>
                {problem.isOpen && (
                  <Link href="/profile/club" className="text-link underline underline-offset-4">
                    {t('see')}
                  </Link>
                )}
              </Notice>
            )}
            <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
              <Button variant="club" size="large" pending={pending} onClick={subscribe}>
                {t('subscribe')}
              </Button>
              <Button size="large" onClick={onClose} disabled={pending}>
                {t('cancel')}
              </Button>
            </div>
          </div>
          <Dialog.Close
            aria-label={t('cancel')}
            className="absolute top-4 right-4 grid size-11 place-items-center rounded-control hover:bg-raised"
          >
            <X aria-hidden className="size-6" />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
