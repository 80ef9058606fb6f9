'use client';

import { NextIntlClientProvider, useMessages } from 'next-intl';
import type { ComponentProps, ReactNode } from 'react';

type Props = { messages: ComponentProps<typeof NextIntlClientProvider>['messages']; children: ReactNode };

/** Adds messages to those that a layout has already sent. */
export function MoreMessages({ messages, children }: Props) {
  const sent = useMessages();
  return <NextIntlClientProvider messages={{ ...sent, ...messages }}>{children}</NextIntlClientProvider>;
}
