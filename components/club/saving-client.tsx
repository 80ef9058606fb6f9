'use client';

import { useLocale, useTranslations } from 'next-intl';
import useSWR from 'swr';
import { useMe } from '@/components/account/use-me';
import type { ClubSaving } from '@/lib/club/saving';
import { fetchJson } from '@/lib/core/http/fetch-json';
import { formatCents } from '@/lib/core/money';

const strong = { b: (text: React.ReactNode) => <b className="text-club-ink">{text}</b> };

/** The amount that the Club saved the visitor, or would have saved; renders nothing for guests or without savings. */
export function Saving({ yearlyCents }: { yearlyCents: number }) {
  const t = useTranslations('club.saving');
  const locale = useLocale();
  const state = useMe();
  const { data } = useSWR(
    state.status === 'user' ? ['/api/club-saving', state.me.id] : null,
    ([path]) => fetchJson<ClubSaving>(path),
    { revalidateOnFocus: false, shouldRetryOnError: false },
  );
  if (!data || state.status !== 'user') return null;
  const cents = state.me.club ? data.savedCents : data.possibleCents;
  if (cents <= 0) return null;
  const amount = formatCents(cents, locale);
  return (
    <section className="rounded-card border border-club bg-surface p-6 text-center">
      <p className="text-2xl font-extrabold text-balance">
        {t.rich(state.me.club ? 'saved' : 'possible', { amount, ...strong })}
      </p>
      <p className="mt-2 text-muted">
        {state.me.club
          ? t('savedText', { count: data.savedPurchases })
          : t('possibleText', {
              count: data.possiblePurchases,
              price: formatCents(yearlyCents, locale),
            })}
      </p>
    </section>
  );
}
