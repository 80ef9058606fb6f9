import { createFormatter, createTranslator } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { MembershipState, pauseOf } from '@/components/club/membership-state';
import type { MemberCharge, Membership } from '@/lib/club/membership';
import { formats } from '@/lib/core/i18n/formats';
import messages from '@/messages/es.json';

vi.mock('next-intl/server', () => ({
  getLocale: async () => 'es',
  getFormatter: async () => createFormatter({ locale: 'es', timeZone: 'Europe/Madrid', formats }),
  getTranslations: async (namespace: never) => createTranslator({ locale: 'es', messages, namespace }),
}));
vi.mock('@/lib/pricing/server', () => ({ getClubPrices: async () => ({ monthly: 390, yearly: 3_978 }) }));
vi.mock('@/lib/core/supabase/server', () => ({}));

const membership: Membership = {
  reference: 'sub_1',
  plan: 'monthly',
  state: 'activa',
  paidUntil: '2026-11-01T12:00:00Z',
  periodEnd: '2026-12-01T12:00:00Z',
  endedAt: null,
  changeUntil: null,
  cents: 390,
  next: null,
};
const textOf = async (change: Partial<Membership>, pause: 'disputed' | 'pending' | null) =>
  renderToStaticMarkup(await MembershipState({ membership: { ...membership, ...change }, pause })).replaceAll(
    /<[^>]+>|\u00a0/g,
    ' ',
  );

test.each([
  // Stripe opens a period about an hour before it collects it.
  [{}, null, [/Próximo cobro: 3,90 € el 1 de noviembre/], /pausa|pagada/],
  [{}, 'disputed', [/Próximo cobro: 3,90 € el 1 de diciembre/, /disputa/, /pausa/], /noviembre/],
  [{}, 'pending', [/Próximo cobro: 3,90 € el 1 de diciembre/, /aún no está pagada/], /noviembre|disputa/],
  [{ state: 'cancelada_al_final' }, 'disputed', [/hasta el 1 de diciembre/, /disputa/], /noviembre/],
  [{ state: 'impagada' }, null, [/ha fallado/], /disputa|aún no/],
  // A refund ends a membership in the middle of its period.
  [{ state: 'terminada', endedAt: '2026-11-10T12:00:00Z' }, null, [/Terminó el 10 de noviembre/], /disputa|aún no/],
] as const)('%j, paused: %s, is described by its next event', async (change, pause, said, unsaid) => {
  const text = await textOf(change, pause);
  for (const words of said) expect(text).toMatch(words);
  expect(text).not.toMatch(unsaid);
});

const now = Date.parse('2026-11-10');
const charge = (state: MemberCharge['state'], from: string, until: string) => ({ state, from, until });
const earlier = charge('pagado', '2026-10-01', '2026-11-01');

test.each([
  [[charge('en_disputa', '2026-11-01', '2026-12-01'), earlier], 'disputed'],
  [[charge('en_disputa', '2026-10-01', '2026-11-01')], 'pending'],
  [[earlier], 'pending'],
  [[], 'pending'],
  [[charge('reembolsado', '2026-11-01', '2026-12-01'), earlier], null],
] as const)('a membership without paid time is paused by its charge of today: %j', (charges, pause) =>
  expect(pauseOf(charges, now)).toBe(pause),
);
