import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { locales } from '@/lib/core/i18n/locales';
import { renderServerGuide } from '@/lib/servers/guide';

const root = join(import.meta.dirname, '../../..');

it.each(locales)('the guide in %s leads to the agent and names its settings', (locale) => {
  const guide = renderServerGuide(locale);
  expect(guide).toContain('href="/server-agent.zip"');
  const readme = readFileSync(join(root, 'packages/server-agent/README.md'), 'utf8');
  const settings = [...readme.matchAll(/`([A-Z]+_?[A-Z]+)`/g)].map(([, name]) => name);
  expect(settings).toContain('RCON_PASSWORD');
  for (const name of settings) expect(guide).toContain(`<code>${name}</code>`);
});

it('the file of the guide is the agent', () => {
  const files = unzipSync(readFileSync(join(root, 'public/server-agent.zip')));
  const main = readFileSync(join(root, 'packages/server-agent/src/main.ts'), 'utf8');
  expect(strFromU8(files['server-agent/src/main.ts'] ?? new Uint8Array())).toBe(main);
});
