import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bootScript } from '@/lib/core/browser/boot-script.mjs';
import { allowedHashes } from '@/lib/core/security/inline-scripts.mjs';
import { hashOf } from '@/lib/core/security/script-hash.mjs';

const known = [await hashOf(bootScript)];
const page = (...scripts: string[]) => `<html><body>${scripts.map((text) => `<script>${text}</script>`).join('')}`;

describe('the inline scripts of a page', () => {
  it.each([
    ['the boot script', bootScript],
    ['the queue of Next.js', '(self.__next_f=self.__next_f||[]).push([0])'],
    ['data for Next.js', 'self.__next_f.push([1,"a:\\"<\\\\/script\\u003e alert(1)\\"\\n"])'],
    [
      'the start of Turbopack',
      '(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push({"otherChunks":["a.js"]});',
    ],
  ])('run if they are %s', async (_what, text) =>
    expect(await allowedHashes(page(text), known)).toEqual([await hashOf(text)]),
  );

  it.each([
    ['foreign', 'alert(1)'],
    ['similar to the boot script', `${bootScript};alert(1)`],
    ['code among the data', 'self.__next_f.push([1,alert(1)])'],
    ['code behind the data', 'self.__next_f.push([1,"a"]);alert(1);x.push([1])'],
    ['a script of React, which no prerendered page has', '$RC("B:1","S:1")'],
  ])('do not run if they are %s', async (_what, text) => expect(await allowedHashes(page(text), known)).toEqual([]));

  it('are distinguished from files and data', async () => {
    const html = '<script src="/a.js"></script><script type="application/ld+json">{"a":1}</script>';
    expect(await allowedHashes(html, known)).toEqual([]);
  });

  it('are listed once each', async () =>
    expect(await allowedHashes(page(bootScript, bootScript), known)).toHaveLength(1));

  it('are hashed as browsers hash them', async () =>
    expect(await hashOf('alert("ñ")')).toBe(`'sha256-${createHash('sha256').update('alert("ñ")').digest('base64')}'`));
});
