import type { Metadata } from 'next';
import { connection } from 'next/server';
import { getLocale, getTranslations } from 'next-intl/server';
import { AuthCard } from '@/components/account/auth-card';
import { KnownMe } from '@/components/account/known-me';
import { LinkedGiftView, UnknownGift } from '@/components/orders/gifts/linked-gift';
import { ClientMessages } from '@/components/ui/i18n/client-messages';
import { getLeastNames } from '@/lib/account/names/least-names';
import { getMe } from '@/lib/account/server';
import { lastMinecraftName } from '@/lib/checkout/server';
import type { PageQuery } from '@/lib/core/http/page-query';
import { getLinkedGift } from '@/lib/orders/gifts/server';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('gifts');
  // The address contains the secret of the link, so it must not be sent to other sites.
  return { title: t('metaTitle'), robots: { index: false }, referrer: 'same-origin' };
}

/** Rendered for each request: links are secret. */
export const instant = false;

/** A gift for a visitor who has its link, with or without an account. */
export default async function GiftLinkPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  await connection();
  const { regalo } = await searchParams;
  const token = typeof regalo === 'string' ? regalo.slice(0, 100) : '';
  const gift = token ? await getLinkedGift(token, await getLocale()) : null;
  const me = gift ? await getMe() : null;
  const { purchase } = await getLeastNames();
  return (
    <ClientMessages namespaces={['gifts', 'fields', 'problems']}>
      <KnownMe />
      <AuthCard>
        {gift ? (
          <LinkedGiftView
            gift={gift}
            token={token}
            isSignedIn={me !== null}
            knownName={me ? await lastMinecraftName() : ''}
            leastName={purchase}
          />
        ) : (
          <UnknownGift />
        )}
      </AuthCard>
    </ClientMessages>
  );
}
