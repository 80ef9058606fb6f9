// @vitest-environment jsdom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { FeatureForm } from '@/components/admin/featured-form-client';
import { SettingsForm } from '@/components/admin/settings-form-client';
import { NewApiKey } from '@/components/api/api-key-client';
import { HookForm } from '@/components/hooks/hook-form-client';
import { BulkEdit } from '@/components/publish/bulk/bulk-edit-client';
import { ActionForm } from '@/components/servers/action-form-client';
import { TestPurchase } from '@/components/servers/test-purchase-client';
import { fillIn } from '@/components/ui/control';
import { OwnCouponForm } from '@/components/vouchers/own-coupon-form-client';
import { type SettingName, settingColumns } from '@/lib/admin/setting-fields';
import { press, type } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

const { refuse } = vi.hoisted(() => ({ refuse: vi.fn() }));
vi.mock('@/lib/admin/settings-action', () => ({ saveSettings: refuse }));
vi.mock('@/lib/admin/featured-action', () => ({ featureProduct: refuse }));
vi.mock('@/lib/api/action', () => ({ createApiKey: refuse, revokeApiKey: refuse }));
vi.mock('@/lib/servers/action', () => ({ addServerAction: refuse, buyAsTest: refuse }));
vi.mock('@/lib/hooks/action', () => ({ addHook: refuse, changeHook: refuse }));
vi.mock('@/lib/publish/bulk/action', () => ({ previewBulkEdit: refuse, applyBulkEdit: refuse }));
vi.mock('@/lib/vouchers/own-action', () => ({ createOwnCoupon: refuse, stopOwnCoupon: refuse }));
vi.mock('next/navigation', () => ({
  useRouter: () => ({ refresh() {} }),
  usePathname: () => '/',
  unstable_isUnrecognizedActionError: () => false,
}));

const { show } = openPlace();
const loaded = Object.fromEntries(Object.keys(settingColumns).map((name) => [name, '1'])) as Record<
  SettingName,
  string
>;

test.each([
  ['settings of the shop', <SettingsForm key="s" loaded={loaded} />, ['edit.vat', 'reason'], 'vat'],
  ['a featured product', <FeatureForm key="f" />, ['slug'], 'slug'],
  ['an address of webhooks', <HookForm key="h" />, ['url', 'topics'], 'url'],
  ['a test purchase', <TestPurchase key="t" productId="p" editions={[]} servers={[]} />, ['player'], 'player'],
  ['a bulk edit', <BulkEdit key="b" products={[]} today="2026-11-28" />, ['form.priceMode'], 'priceMode'],
  ['a coupon', <OwnCouponForm key="c" choices={[]} percent={80} today="2026-11-28" />, ['code', 'to'], 'code'],
])('a refusal of %s leads to its first wrong field', async (_what, form, wrong, first) => {
  const fieldErrors = Object.fromEntries(wrong.map((name) => [name, 'invalid']));
  refuse.mockResolvedValue({ ok: false, error: 'invalid', fieldErrors });
  await show(form);
  const button = document.querySelector<HTMLButtonElement>('button[type="submit"]');
  button?.focus();
  await act(async () => button?.click());
  expect(document.activeElement?.getAttribute('name')).toBe(first);
});

test('the focus is led once, and not while the wrong field is mended', async () => {
  refuse.mockResolvedValue({ ok: false, error: 'invalid', fieldErrors: { code: 'code' } });
  await show(<OwnCouponForm choices={[]} percent={80} today="2026-11-28" />);
  await press('Crear el cupón');
  expect(document.activeElement?.getAttribute('name')).toBe('code');
  document.querySelector<HTMLInputElement>('[name="value"]')?.focus();
  await type('Descuento', '5');
  expect(document.activeElement?.getAttribute('name')).toBe('value');
});

/** What a screen reader says of the focused element besides its name. */
const described = () =>
  (document.activeElement?.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');

test.each([
  ['scopes of a key', <NewApiKey key="k" />, 'scopes', 'Elige al menos uno.'],
  ['events of an address', <HookForm key="h" />, 'topics', 'Elige al menos'],
  ['events of an action', <ActionForm key="a" productId="p" editions={[]} servers={[]} />, 'events', 'Elige al menos'],
])('without %s, the focus goes to the first of them, which says so', async (_what, form, name, message) => {
  refuse.mockResolvedValue({ ok: false, error: 'invalid', fieldErrors: { [name]: name } });
  await show(form);
  const kind = document.querySelector<HTMLSelectElement>('[name="preset"]');
  if (kind) await act(async () => fillIn(kind, 'propia'));
  await act(async () => document.querySelector<HTMLButtonElement>('button[type="submit"]')?.click());
  expect(document.activeElement).toBe(document.querySelector('fieldset input'));
  expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true');
  expect(described()).toContain(message);
});
