'use client';

import { NextIntlClientProvider, useLocale, useMessages } from 'next-intl';
import { type ComponentProps, type ReactNode, useMemo } from 'react';

type Props = { messages: ComponentProps<typeof NextIntlClientProvider>['messages']; children: ReactNode };

/** Adds messages to those of the layout. */
export function MoreMessages({ messages, children }: Props) {
  const sent = useMessages();
  const all = useMemo(() => ({ ...sent, ...messages }), [sent, messages]);
  return (
    <NextIntlClientProvider locale={useLocale()} messages={all}>
      {children}
    </NextIntlClientProvider>
  );
}
