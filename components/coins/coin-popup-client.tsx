'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Popover } from 'radix-ui';
import type { ReactNode } from 'react';
import useSWR from 'swr';
import { ButtonLink } from '@/components/ui/button-link';
import { Coins } from '@/components/ui/icons/shop';
import { Link } from '@/components/ui/link-client';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { useOpenHere } from '@/components/ui/use-open-here';
import type { CoinPack } from '@/lib/coins/packs';
import { fetchJson } from '@/lib/core/http/fetch-json';
import { formatCents } from '@/lib/core/money';

const load = async (path: string) => (await fetchJson<{ packs: CoinPack[] }>(path)).packs;

type Props = { label: string; className: string; trigger: ReactNode };

/** Balance button whose popup sells packs. The popup loads and opens on the first press. */
export function CoinPopup({ label, className, trigger }: Props) {
  const t = useTranslations('nav.coins');
  const locale = useLocale();
  const popup = useOpenHere();
  const { data: packs, error } = useSWR('/api/coins', load, { revalidateOnFocus: false });
  return (
    <Popover.Root {...popup}>
      <Popover.Trigger aria-label={label} className={className}>
        {trigger}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={8}
          aria-label={t('title')}
          className="z-50 w-80 max-w-[calc(100vw-1rem)] space-y-3 rounded-card border border-line bg-surface p-4 shadow-card"
        >
          <p className="font-bold">{t('title')}</p>
          {error && <Notice tone="bad">{t('error')}</Notice>}
          {!packs && !error && <Skeleton className="h-36" />}
          <ul className="space-y-2">
            {packs?.map((pack) => (
              <li key={pack.slug}>
                <ButtonLink href={`/checkout?producto=${pack.slug}`} className="w-full justify-between">
                  <span className="flex items-center gap-2">
                    <Coins aria-hidden className="size-4 text-club-ink" />
                    {t('pack', { count: pack.coins })}
                  </span>
                  <span className="tabular-nums">{formatCents(pack.priceCents, locale)}</span>
                </ButtonLink>
              </li>
            ))}
          </ul>
          <p className="text-sm text-muted">{t('onlyCard')}</p>
          <Link
            href="/profile/coins"
            className="inline-flex min-h-11 items-center text-sm font-semibold text-link underline-offset-4 hover:underline"
          >
            {t('history')}
          </Link>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
