import { NextIntlClientProvider } from 'next-intl';
import { getLocale, getMessages } from 'next-intl/server';
import type { ReactNode } from 'react';
import { formats } from '@/lib/core/i18n/formats';
import type messages from '@/messages/es.json';
import { MoreMessages } from './more-messages-client';

type Namespace = keyof typeof messages;

/** Sends the named message namespaces to the client components inside it, beside those that its layout has sent. */
export async function MoreClientMessages({ namespaces, children }: { namespaces: Namespace[]; children: ReactNode }) {
  const all = await getMessages();
  return (
    <MoreMessages messages={Object.fromEntries(namespaces.map((name) => [name, all[name]]))}>{children}</MoreMessages>
  );
}

/** Sends only the named message namespaces to the client components inside it. */
export async function ClientMessages({ namespaces, children }: { namespaces: Namespace[]; children: ReactNode }) {
  const all = await getMessages();
  const shipped = Object.fromEntries((['problems', ...namespaces] as const).map((name) => [name, all[name]]));
  return (
    <NextIntlClientProvider locale={await getLocale()} messages={shipped} formats={formats} timeZone="Europe/Madrid">
      {children}
    </NextIntlClientProvider>
  );
}
