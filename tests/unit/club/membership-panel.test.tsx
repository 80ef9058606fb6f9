import { createFormatter, createTranslator, NextIntlClientProvider } from 'next-intl';
import { prerender } from 'react-dom/static';
import { expect, test, vi } from 'vitest';
import { MembershipPanel } from '@/components/club/membership-panel';
import { formats } from '@/lib/core/i18n/formats';
import messages from '@/messages/es.json';

const me = vi.hoisted(() => ({ id: 'ana', club: false, uncoins: 0 }));
vi.mock('next/navigation', () => ({ useRouter: () => ({}) }));
vi.mock('next-intl/server', () => ({
  getLocale: async () => 'es',
  getFormatter: async () => createFormatter({ locale: 'es', timeZone: 'Europe/Madrid', formats }),
  getTranslations: async (namespace: never) => createTranslator({ locale: 'es', messages, namespace }),
}));
vi.mock('@/lib/account/server', () => ({ getMe: async () => me }));
vi.mock('@/lib/club/membership', () => ({
  listMemberships: async () => [],
  listCharges: async () => [],
  listLentProducts: async () => [],
}));
vi.mock('@/lib/club/saving', () => ({ getClubSaving: async () => ({ memberSince: null, savedCents: 0 }) }));
vi.mock('@/lib/pricing/server', () => ({
  getClubPercent: async () => 25,
  getClubPrices: async () => ({ monthly: 390, yearly: 3_978 }),
}));

async function show(isPaid: boolean): Promise<string> {
  const { prelude } = await prerender(
    <NextIntlClientProvider locale="es" timeZone="Europe/Madrid" messages={messages}>
      <MembershipPanel isPaid={isPaid} />
    </NextIntlClientProvider>,
  );
  return new Response(prelude).text();
}

test('who has just paid is asked to wait, not to join again', async () => {
  const waiting = await show(true);
  expect(waiting).toContain(messages.club.membership.waiting);
  expect(waiting).not.toContain('Unirme al Club');
  const guest = await show(false);
  expect(guest).not.toContain(messages.club.membership.waiting);
  expect(guest).toContain('Unirme al Club');
  me.club = true;
  expect(await show(true)).not.toContain(messages.club.membership.waiting);
});
