import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { escapeMarkup } from '@/lib/core/html/escape';
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

it.each(locales)('the guide in %s has the setup command of each AzLink plugin: address, then key', (locale) => {
  const guide = renderServerGuide(locale);
  const [address, key] = locale === 'es' ? ['dirección', 'clave'] : ['address', 'key'];
  for (const command of [
    `/azlink setup <${address}> <${key}>`,
    `azlink setup <${address}> <${key}>`,
    `azlink.setup <${address}> <${key}>`,
    `azlink_setup "<${address}>" <${key}>`,
    `azlink:setup https!||shop.example <${key}>`,
  ])
    expect(guide).toContain(`<code>${escapeMarkup(command)}</code>`);
});

it('the file of the guide is the agent', () => {
  const files = unzipSync(readFileSync(join(root, 'public/server-agent.zip')));
  const main = readFileSync(join(root, 'packages/server-agent/src/main.ts'), 'utf8');
  expect(strFromU8(files['server-agent/src/main.ts'] ?? new Uint8Array())).toBe(main);
});
