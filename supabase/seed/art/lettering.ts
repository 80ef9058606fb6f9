import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import opentype from 'opentype.js';
import type { Scene } from '../data/types.ts';
import { hsl, linear } from './paint.ts';

const resolve = createRequire(import.meta.url).resolve;
const load = (file: string) => {
  const bytes = readFileSync(resolve(file));
  return opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
};

const fonts = {
  tale: load('@fontsource/cinzel/files/cinzel-latin-900-normal.woff'),
  game: load('@fontsource/russo-one/files/russo-one-latin-400-normal.woff'),
  party: load('@fontsource/bungee/files/bungee-latin-400-normal.woff'),
  plain: load('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
  bold: load('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf'),
};

type Line = { x: number; y: number; size: number; fill?: string; font?: keyof typeof fonts; end?: boolean };

/** A line of text as vector paths. `end` puts its end at `x` instead of its beginning. */
export function line(text: string, { x, y, size, fill = '#fff', font = 'plain', end = false }: Line): string {
  const left = end ? x - fonts[font].getAdvanceWidth(text, size) : x;
  return `<path d="${fonts[font].getPath(text, left, y, size).toPathData(1)}" fill="${fill}"/>`;
}

/** Breaks a text into lines of at most a width, and draws at most so many of them. */
export function paragraph(text: string, width: number, most: number, how: Line & { step?: number }): string {
  const { font = 'plain', size, step = size * 1.35 } = how;
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && fonts[font].getAdvanceWidth(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines
    .slice(0, most)
    .map((part, index) => line(part, { ...how, y: how.y + index * step }))
    .join('');
}

const voices: Partial<Record<Scene, keyof typeof fonts>> = {
  castle: 'tale',
  dungeon: 'tale',
  peaks: 'tale',
  forest: 'tale',
  desert: 'tale',
  frost: 'tale',
  festival: 'party',
  islands: 'party',
  coins: 'party',
};

/** Breaks a title into at most three lines of similar width. */
function breakLines(title: string): string[] {
  const words = title.split(' ');
  const target = Math.max(8, Math.ceil(title.length / 3), ...words.map((word) => word.length));
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && (last.length + word.length + 1 <= target || word.length <= 2))
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** The title of a cover as vector paths, so that it looks the same on a machine without fonts. */
export function lettering(
  title: string,
  scene: Scene,
  hue: number,
  width: number,
  height: number,
  label?: string,
): string {
  const font = fonts[voices[scene] ?? 'game'];
  const lines = breakLines(title.toUpperCase());
  const widest = Math.max(...lines.map((line) => font.getAdvanceWidth(line, 100)));
  const size = Math.min(width * 0.19, ((width * 0.86) / widest) * 100);
  const step = size * 1.06;
  const bottom = height * 0.925 - (label ? size * 0.1 : 0);
  const path = lines
    .map((line, index) => {
      const x = (width - font.getAdvanceWidth(line, size)) / 2;
      return font.getPath(line, x, bottom - (lines.length - 1 - index) * step, size).toPathData(1);
    })
    .join(' ');
  const [definition, fill] = linear([
    [0, '#ffffff'],
    [0.55, hsl(hue + 30, 90, 88)],
    [1, hsl(hue + 30, 85, 70)],
  ]);
  const tag = label
    ? `<path d="${fonts.game.getPath(label.toUpperCase(), width * 0.07, height * 0.075, width * 0.045).toPathData(1)}" fill="#fff" stroke="rgba(2,3,10,.7)" stroke-width="${width * 0.008}" paint-order="stroke"/>`
    : '';
  return `${definition}<path d="${path}" fill="none" stroke="rgba(2,3,10,.8)" stroke-width="${size * 0.16}" stroke-linejoin="round"/><path d="${path}" fill="${fill}" stroke="rgba(2,3,10,.5)" stroke-width="${size * 0.02}"/>${tag}`;
}
