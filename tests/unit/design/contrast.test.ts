import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, '../../../app/[locale]/globals.css'), 'utf8');

function tokens(selector: string): Record<string, string> {
  const block = css.slice(css.indexOf(selector)).split('}')[0] ?? '';
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

/** Blends a colour with opacity over another one. */
function over(name: string, ground: string): string {
  const [, red, green, blue, opacity] =
    /--NAME: rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)\)/.exec(css.replace(`--${name}:`, '--NAME:')) ?? [];
  const share = Number(opacity);
  const mixed = [red, green, blue].map((channel, index) => {
    const behind = Number.parseInt(ground.slice(1 + 2 * index, 3 + 2 * index), 16);
    return Math.round(Number(channel) * share + behind * (1 - share));
  });
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const pairs: Array<[text: string, ground: string]> = [
  ...['ink', 'muted', 'link', 'club-ink', 'good', 'warn', 'bad'].flatMap(
    (text): Array<[string, string]> => ['canvas', 'surface', 'raised'].map((ground) => [text, ground]),
  ),
  ['on-buy', 'buy-strong'],
  ['on-buy', 'bad-strong'],
  ['on-club', 'club'],
];

describe.each([
  ['dark', ':root,'],
  ['light', ':root[data-theme="light"]'],
])('the %s theme', (_name, selector) => {
  const palette = { ...tokens(':root,'), ...tokens(selector) };
  it.each(pairs)('%s on %s reaches AA', (text, ground) => {
    expect(contrast(palette[text] ?? '', palette[ground] ?? '')).toBeGreaterThanOrEqual(4.5);
  });
  it.each(['canvas', 'surface', 'raised'])('has contrast at the border of a control on %s', (ground) => {
    expect(contrast(palette.edge ?? '', palette[ground] ?? '')).toBeGreaterThanOrEqual(3);
  });
  it.each(['#ffffff', '#808080', '#000000'])('has contrast of content on a picture of %s', (picture) => {
    expect(contrast(palette['on-buy'] ?? '', over('scrim', picture))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette.heart ?? '', over('scrim', picture))).toBeGreaterThanOrEqual(3);
  });
  it('has a legible buy button in bold', () =>
    expect(contrast(palette['on-buy'] ?? '', palette.buy ?? '')).toBeGreaterThanOrEqual(4.5));
});
