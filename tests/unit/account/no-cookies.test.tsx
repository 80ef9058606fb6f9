// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { NoCookies } from '@/components/account/no-cookies-client';
import { openPlace } from '../rendered.tsx';

const { show } = openPlace();

it.each([
  [true, undefined],
  [false, 'Tu navegador no guarda cookies'],
])('the message for browsers without cookies depends on cookieEnabled: %s', async (cookieEnabled, said) => {
  vi.stubGlobal('navigator', { cookieEnabled });
  await show(<NoCookies />);
  const alert = document.querySelector('[role=alert]')?.textContent;
  if (said) expect(alert).toContain(said);
  else expect(alert).toBeUndefined();
});
