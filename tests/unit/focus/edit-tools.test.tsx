// @vitest-environment jsdom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { HookTools } from '@/components/hooks/hook-tools-client';
import { ServerTools } from '@/components/servers/server-tools-client';
import { toast } from '@/components/ui/toast';
import type { Hook } from '@/lib/hooks/own';
import type { OwnServer } from '@/lib/servers/own';
import { buttonOf, press } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

const { done } = vi.hoisted(() => ({ done: async () => ({ ok: true, value: undefined }) }));
vi.mock('next/navigation', () => ({
  useRouter: () => ({ refresh() {} }),
  usePathname: () => '/',
  unstable_isUnrecognizedActionError: () => false,
}));
vi.mock('@/components/ui/toast', () => ({ toast: vi.fn() }));
vi.mock('@/lib/hooks/action', () => ({
  addHook: done,
  changeHook: done,
  pauseHook: done,
  removeHook: done,
  renewHookSecret: done,
  testHook: done,
}));
vi.mock('@/lib/servers/action', () => ({
  addServer: done,
  changeServer: done,
  removeServer: done,
  renewServerKey: done,
  testServer: done,
}));

const { show } = openPlace();
const hook = { id: 'h1', url: 'https://a.example', topics: ['ventas'], pause: null } as unknown as Hook;
const server = { id: 's1', name: 'Survival', kind: 'agente', identity: 'online', prefix: '' } as unknown as OwnServer;

test.each([
  ['an address of webhooks', <HookTools key="h" hook={hook} />, 'Dirección guardada.'],
  ['a server', <ServerTools key="s" server={server} siteUrl="https://unstore.example" />, 'Servidor guardado.'],
])('saving %s says so and returns the focus to the button that opened its form', async (_what, tools, message) => {
  await show(tools);
  await press('Cambiar');
  buttonOf('Guardar').focus();
  await act(async () => buttonOf('Guardar').click());
  expect(document.querySelector('form')).toBeNull();
  expect(document.activeElement).toBe(buttonOf('Cambiar'));
  expect(toast).toHaveBeenLastCalledWith('success', message);
});
