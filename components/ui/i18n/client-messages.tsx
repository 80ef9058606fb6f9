import { NextIntlClientProvider } from 'next-intl';
import { getLocale, getMessages } from 'next-intl/server';
import type { ReactNode } from 'react';
import { shopTimeZone } from '@/lib/core/day';
import { formats } from '@/lib/core/i18n/formats';
import type messages from '@/messages/es.json';
import { MoreMessages } from './more-messages-client';

type Namespace = keyof typeof messages;

/** Server-only messages of namespaces that product pages and the checkout send. No client code uses them. */
export const keptBack: Partial<Record<Namespace, string[]>> = {
  cart: [
    'emptyText',
    'recommended',
    'recommendedMissing',
    'giftFor',
    'missingBase',
    'linkGift',
    'seeMissingBase',
    'seeOrders',
    'cartNoScript',
    'cartLoading',
    'emptyTitle',
  ],
  creator: ['linksOf', 'sites', 'pinned', 'otherProducts'],
  api: ['developers', 'intro', 'bearerText', 'operations', 'tags'],
  nav: ['skip', 'clubAd', 'manageClub'],
  reviews: ['titleOf', 'edited', 'answer', 'noMore', 'allReviews', 'received'],
};

async function pick(namespaces: readonly Namespace[]) {
  const all = await getMessages();
  return Object.fromEntries(
    namespaces.map((name) => {
      const kept = keptBack[name] ?? [];
      return [name, Object.fromEntries(Object.entries(all[name]).filter(([key]) => !kept.includes(key)))];
    }),
  );
}

/** Sends more message namespaces to the client components inside it, in addition to the layout's. */
export async function MoreClientMessages({ namespaces, children }: { namespaces: Namespace[]; children: ReactNode }) {
  return <MoreMessages messages={await pick(namespaces)}>{children}</MoreMessages>;
}

/** For layouts: sends only the named message namespaces to the client components inside it. */
export async function ClientMessages({ namespaces, children }: { namespaces: Namespace[]; children: ReactNode }) {
  const shipped = await pick(['problems', 'fields', ...namespaces]);
  return (
    <NextIntlClientProvider locale={await getLocale()} messages={shipped} formats={formats} timeZone={shopTimeZone}>
      {children}
    </NextIntlClientProvider>
  );
}
