import { describe, expect, it } from 'vitest';
import { needsConsent } from '@/lib/checkout/consent';
import { lineName, upgradedFrom } from '@/lib/checkout/line-name';
import { isOwned, type Refusal } from '@/lib/checkout/refusals';
import { isPageStale } from '@/lib/checkout/stale-page';
import type { QuoteLine } from '@/lib/checkout/types';

it.each([
  ['a paid product', 1, false, true],
  ['a free product', 0, false, false],
  ['a recharge of UnCoins', 500, true, false],
])('immediate delivery of %s', (_what, totalCents, isRecharge, needed) =>
  expect(needsConsent({ totalCents, isRecharge })).toBe(needed),
);

it('a page no longer holds after a changed price, a coupon that ended or an account disabled, and only then', () => {
  expect(['precio_cambiado', 'cupon_no_valido', 'cuenta_deshabilitada'].map(isPageStale)).toEqual([true, true, true]);
  expect(['sin_stock', 'fallo', '', undefined].map(isPageStale)).toEqual([false, false, false, false]);
});

it.each<[Refusal, boolean]>([
  ['ya_lo_tienes', true],
  ['tienes_superior', true],
  ['sin_stock', false],
])('%s means that the buyer has it: %s', (refusal, owned) => expect(isOwned(refusal)).toBe(owned));

describe('a line of a quote', () => {
  const line = (concept: string, name: string | null, nameEn: string | null) =>
    ({ concept, name, nameEn }) as unknown as QuoteLine;

  it('has a name in the language of the page, or in Spanish', () => {
    expect(lineName(line('producto', 'Torre', 'Tower'), 'en')).toBe('Tower');
    expect(lineName(line('producto', 'Torre', 'Tower'), 'es')).toBe('Torre');
    expect(lineName(line('producto', 'Torre', null), 'en')).toBe('Torre');
    expect(lineName(line('descuento', null, null), 'es')).toBe('');
  });

  it('names the edition that an upgrade is from', () => {
    const lines = [line('producto', 'Torre', 'Tower'), line('mejora', 'Plata', 'Silver')];
    expect(upgradedFrom(lines, 'en')).toBe('Silver');
    expect(upgradedFrom(lines.slice(0, 1), 'en')).toBe('');
  });
});
