import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { locales } from '@/lib/core/i18n/locales';

const root = join(import.meta.dirname, '../../..');
const sources = new Map<string, string>();
for await (const path of glob('{app,components,lib}/**/*.{ts,tsx,mjs}', { cwd: root })) {
  sources.set(path, await readFile(join(root, path), 'utf8'));
}

/** The texts that sources assign to a name. `…` stands for an inserted value. */
const textsOf = (name: string, texts: string[]): string[] =>
  texts.flatMap((text) =>
    [...text.matchAll(new RegExp(`\\b${name} ?= ?(?:\\([^)]*\\) => )?(['"\`])(.+?)\\1`, 'g'))].map(([, , found]) =>
      (found ?? '').replace(/\$\{.*/, '…'),
    ),
  );

/** The sources that import a module; they may pass it a storage key. */
const importersOf = (path: string) =>
  [...sources.values()].filter((text) => text.includes(`/${path.replace(/^.*\//, '').replace(/\.\w+$/, '')}';`));

/** The places of a browser's storage that a source names. */
function placesIn(path: string, text: string): string[] {
  const own = text.includes("/browser-storage';") ? 'readStored|readStoredJson|store|storeJson|' : '';
  const name = String.raw`\(\s*([^,)]+?)\s*[,()]`;
  const area = String.raw`(?:local|session)Storage\.`;
  const calls = text.matchAll(
    new RegExp(String.raw`\b(?:(?:${own}${area}(?:get|set|remove)Item)${name}|${area}(?!\w+\()(\w+))`, 'g'),
  );
  return [...calls].flatMap(([, written, property]) => {
    if (property) return [property];
    // A script that is a text itself contains the inserted name.
    const argument = written?.replace(/^'\$\{(\w+)\}'$/, '$1');
    const literal = /^(['"])(.+)\1$/.exec(argument ?? '')?.[2];
    if (literal) return [literal];
    const name = argument ?? '';
    for (const texts of [[text], importersOf(path), [...sources.values()]]) {
      const found = textsOf(name, texts);
      if (found.length > 0) return found;
    }
    throw new Error(`what ${name} of ${path} names is not found`);
  });
}

// The shared storage module contains no key itself.
sources.delete('components/ui/browser-storage.ts');
const places = new Set([...sources].flatMap(([path, text]) => placesIn(path, text)));

test.each(locales)('every storage key is listed in the text about cookies in %s', async (locale) => {
  const text = await readFile(join(root, 'content/legal', locale, 'cookies.md'), 'utf8');
  expect([...places]).toEqual(expect.arrayContaining(['cart', 'theme', 'i18nextLng', 'library-order-…', 'draft-…']));
  expect([...places].filter((place) => !text.includes(`\`${place}\``))).toEqual([]);
});
