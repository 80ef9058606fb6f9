'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ButtonLink } from '@/components/ui/button-link';
import { Dialog } from '@/components/ui/dialog-client';
import { CircleHelp } from '@/components/ui/icons/shop';
import { Time } from '@/components/ui/time';
import { reputations } from '@/lib/account/constants';
import type { Standing } from '@/lib/account/types';
import { Reputation } from './reputation';

/**
 * Reputation badge. Its dialog explains every state and the reason of the account's own (docs/behaviour/account.md,
 * "Reputation").
 */
export function ReputationDialog({ standing }: { standing: Standing }) {
  const t = useTranslations('profile');
  const [open, setOpen] = useState(false);
  const { reputation, infractions, changes } = standing;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="-mx-2 inline-flex min-h-11 items-center gap-2 rounded-control px-2 hover:bg-raised"
      >
        <Reputation state={reputation} />
        <CircleHelp aria-hidden className="size-4 text-muted" />
        <span className="sr-only">{t('standing.open')}</span>
      </button>
      {open && (
        <Dialog
          title={t('standing.title')}
          description={t('standing.text')}
          closeLabel={t('standing.close')}
          onClose={() => setOpen(false)}
        >
          <ul className="mt-5 space-y-3">
            {reputations.map((state) => (
              <li
                key={state}
                aria-current={state === reputation ? 'true' : undefined}
                className="rounded-control border border-line p-3 aria-[current]:border-link aria-[current]:bg-raised"
              >
                <Reputation state={state} short />
                <p className="mt-1 text-sm text-muted">{t(`standing.effects.${state}`)}</p>
              </li>
            ))}
          </ul>
          <p className="mt-5 text-sm">{t('standing.infractions', { count: infractions })}</p>
          {changes.length > 0 && (
            <ul aria-label={t('standing.why')} className="mt-3 space-y-2 border-t border-line pt-3 text-sm">
              {changes.map(({ to, reason, at }) => (
                <li key={at}>
                  <span className="font-semibold">{t(`reputations.${to}`)}</span> · {reason}{' '}
                  <Time at={at} look="day" className="text-muted" />
                </li>
              ))}
            </ul>
          )}
          {reputation === 'deshabilitado' && (
            <ButtonLink href="/logout" prefetch={false} variant="danger" className="mt-5 w-full">
              {t('standing.signOut')}
            </ButtonLink>
          )}
        </Dialog>
      )}
    </>
  );
}
