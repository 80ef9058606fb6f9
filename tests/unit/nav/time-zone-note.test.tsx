// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { openPlace } from '../rendered.tsx';

const { show } = openPlace();

it.each([
  ['Europe/Madrid', ''],
  ['Europe/Paris', ''],
  ['Atlantic/Canary', 'Las horas son las de Madrid.'],
  ['America/New_York', 'Las horas son las de Madrid.'],
])('a reader in %s sees «%s»', async (zone, text) => {
  vi.stubEnv('TZ', zone);
  vi.resetModules();
  const { TimeZoneNote } = await import('@/components/nav/time-zone-note-client');
  await show(<TimeZoneNote>Las horas son las de Madrid.</TimeZoneNote>);
  expect(document.body.textContent).toBe(text);
});
