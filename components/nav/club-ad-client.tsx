'use client';

import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { useMe } from '@/components/account/use-me';
import { clubPriceCents } from '@/lib/club';
import { formatCents } from '@/lib/money';

/** The Club's advertisement, for guests and those who are no members (SPEC §2 Sidebar). */
export function ClubAd() {
  const t = useTranslations('nav.clubAd');
  const locale = useLocale();
  const state = useMe();
  if (state.status === 'loading' || (state.status === 'user' && state.me.club)) return null;
  return (
    <Link href="/club" className="block rounded-card border border-club bg-canvas p-4 hover:brightness-110">
      <b className="block text-club">{t('title')}</b>
      <span className="text-sm text-muted">{t('text', { price: formatCents(clubPriceCents.monthly, locale) })}</span>
    </Link>
  );
}
