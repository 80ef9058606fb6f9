import { createFormatter, createTranslator, NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { expect, test, vi } from 'vitest';
import { ThreadView } from '@/components/support/thread-view';
import { formats } from '@/lib/core/i18n/formats';
import type { Thread } from '@/lib/support/server';
import messages from '@/messages/es.json';

vi.mock('next/navigation', () => ({ useRouter: () => ({}), usePathname: () => '/' }));
vi.mock('next-intl/server', () => ({
  getLocale: async () => 'es',
  getFormatter: async () => createFormatter({ locale: 'es', timeZone: 'Europe/Madrid', formats }),
  getMessages: async () => messages,
  getTranslations: async (namespace: never) => createTranslator({ locale: 'es', messages, namespace }),
}));
vi.mock('@/lib/support/action', () => ({}));
vi.mock('@/components/ui/i18n/client-messages', () => ({
  MoreClientMessages: ({ children }: { children: ReactNode }) => children,
}));

const closed = { part: 'cliente', state: 'cerrada', kind: 'pregunta', decision: null, messages: [], purchase: null };

async function textOf(thread: object): Promise<string> {
  const { prelude } = await prerender(
    <NextIntlClientProvider locale="es" timeZone="Europe/Madrid" messages={messages} formats={formats}>
      <ThreadView thread={thread as Thread} />
    </NextIntlClientProvider>,
  );
  return new Response(prelude).text();
}

test('a closed request sends its asker to a purchase only if it is about one', async () => {
  expect(await textOf({ ...closed, orderId: null })).toContain(messages.help.closedGeneral);
  expect(await textOf({ ...closed, orderId: '1234567890' })).toContain(messages.help.closedAsker);
  expect(await textOf({ ...closed, orderId: null, part: 'creador' })).not.toContain(messages.help.closedGeneral);
});
