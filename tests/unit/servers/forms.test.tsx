// @vitest-environment jsdom
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ActionForm } from '@/components/servers/action-form-client';
import { KeyShown } from '@/components/servers/key-shown-client';
import { ServerForm } from '@/components/servers/server-form-client';
import { press, type } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

const { addServer, addServerAction } = vi.hoisted(() => ({ addServer: vi.fn(), addServerAction: vi.fn() }));
vi.mock('@/lib/servers/action', () => ({ addServer, changeServer: vi.fn(), addServerAction }));
vi.mock('next/navigation', () => ({
  useRouter: () => ({ refresh() {} }),
  unstable_isUnrecognizedActionError: () => false,
}));
vi.mock('@/components/ui/toast', () => ({ toast: async () => undefined }));

const { show } = openPlace();

async function choose(name: string, value: string): Promise<void> {
  const select = document.querySelector(`select[name="${name}"]`) as HTMLSelectElement;
  select.value = value;
  await act(async () => select.dispatchEvent(new Event('change', { bubbles: true })));
}

beforeEach(() => {
  for (const action of [addServer, addServerAction])
    action.mockReset().mockResolvedValue({ ok: false, error: 'invalid' });
});

test('a server of another kind is not held up by the address that AzLink was given', async () => {
  await show(<ServerForm siteUrl="https://shop.example" />);
  await type('Nombre', 'Supervivencia');
  await type('Dirección', 'mal');
  await choose('kind', 'agente');
  await press('Añadir');
  expect(addServer).toHaveBeenCalledWith(expect.objectContaining({ kind: 'agente', wakeUrl: '' }));
  await choose('kind', 'azlink');
  await press('Añadir');
  expect(addServer).toHaveBeenLastCalledWith(expect.objectContaining({ wakeUrl: 'mal' }));
});

test('the setup command of AzLink names the address of the shop before the key', async () => {
  await show(<KeyShown serverKey="unsrv_1" kind="azlink" siteUrl="https://shop.example" onClose={() => {}} />);
  expect(document.body.textContent).toContain('/azlink setup https://shop.example unsrv_1');
});

test('input for another action does not keep an action from being saved', async () => {
  await show(<ActionForm productId="p1" editions={[]} servers={[]} />);
  await choose('preset', 'objeto');
  await type('Huecos', '99');
  await choose('preset', 'whitelist');
  await press('Añadir');
  expect(addServerAction).toHaveBeenCalledWith(expect.objectContaining({ preset: 'whitelist', slots: '0' }));
  await choose('preset', 'objeto');
  await press('Añadir');
  expect(addServerAction).toHaveBeenLastCalledWith(expect.objectContaining({ preset: 'objeto', slots: '99' }));
});
