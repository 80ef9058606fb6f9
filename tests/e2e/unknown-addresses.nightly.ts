import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

const asked = 5_000;
const atOnce = 8;
/** Megabytes: the page store may fill (128), and V8 keeps some garbage until it needs the room. */
const megabytes = 300;
/** One kind spells an address in another way, and is led to it. */
const answers = [308, 404];

/** Possible new addresses. Half of the last kind could exist. */
const kinds: Array<(mark: string) => string> = [
  (mark) => `/${mark}`,
  (mark) => `/.env-${mark}`,
  (mark) => `/wp-${mark}.php`,
  (mark) => `/${mark}.txt`,
  (mark) => `/es/${mark}`,
  (mark) => `/fr/p/${mark}`,
  (mark) => `/_next/${mark}`,
  (mark) => `/plugins/${mark}`,
  (mark) => `/p/${mark}/x`,
  (mark) => `/p/${mark}_x`,
  (mark) => `/account/${mark}-which-is-too-long`,
  (mark) => `/%70/${mark}`,
  (mark) => `/p/${mark}`,
  (mark) => `/account/${mark}`,
  (mark) => `/series/desde/${mark}`,
  (mark) => `/api/${mark}`,
];

/** Memory of the server, in bytes. */
const memory = () => Number(execFileSync('ps', ['-o', 'rss=', '-p', process.env.SHOP_PID ?? '']).toString()) * 1_024;

const site = () => process.env.SITE_URL ?? '';

/** Asks for addresses with a mark of their own, and says which statuses came. */
async function ask(mark: string, from: number, to: number): Promise<Set<number>> {
  const statuses = new Set<number>();
  let next = from;
  const visitor = async () => {
    while (next < to) {
      const at = next++;
      const path = kinds[at % kinds.length]?.(`${mark}-${at}`) ?? '';
      const response = await fetch(`${site()}${path}`, { redirect: 'manual' });
      await response.arrayBuffer();
      statuses.add(response.status);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, visitor));
  return statuses;
}

test('thousands of unknown addresses use no memory and store no pages', async () => {
  test.setTimeout(180_000);
  const mark = `x${randomUUID().slice(0, 8)}`;
  // The first requests load the code that responds to them.
  expect([...(await ask(mark, 0, asked / 5))].sort()).toEqual(answers);
  const before = memory();
  expect([...(await ask(mark, asked / 5, asked))].sort()).toEqual(answers);
  expect((memory() - before) / 1_000_000).toBeLessThan(megabytes);
  const files = await readdir(join(import.meta.dirname, '../../.next-e2e'), { recursive: true });
  expect(files.filter((name) => name.includes(mark))).toEqual([]);
});
