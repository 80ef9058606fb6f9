// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { NewApiKey } from '@/components/api/api-key-client';
import { press } from '../form-steps.ts';
import { openPlace } from '../rendered.tsx';

vi.mock('@/lib/api/action', () => ({
  createApiKey: async () => ({ ok: true, value: 'un_live_clave' }),
  revokeApiKey: vi.fn(),
}));
vi.mock('next/navigation', () => ({
  useRouter: () => ({ refresh() {} }),
  unstable_isUnrecognizedActionError: () => false,
}));

const { show } = openPlace();

test('the focus goes to a new key, which is shown once, and back to the form after it', async () => {
  await show(<NewApiKey />);
  expect(document.activeElement).toBe(document.body);
  await press('Crear clave');
  expect(document.activeElement?.textContent).toBe('Tu clave nueva');
  await press('Ya la he copiado');
  expect(document.activeElement?.textContent).toBe('Clave nueva');
});
