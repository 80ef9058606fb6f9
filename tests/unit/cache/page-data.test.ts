import vm from 'node:vm';
import { expect, it } from 'vitest';
import { detachData } from '@/lib/core/cache/page-data.mjs';
import { finishPage } from '@/lib/core/security/page-headers.mjs';
import { hashOf } from '@/lib/core/security/script-hash.mjs';

const data = [
  '<script>(self.__next_f=self.__next_f||[]).push([0])</script>',
  '<script>self.__next_f.push([1,"1:\\"\\u003c/script\\u003e Comprar\\"\\n"])</script>',
  '<script>self.__next_f.push([1,"2:null\\n"])</script>',
].join('');
const starter = '<script src="/_next/static/chunks/turbopack-abc-1.js" async=""></script>';
const before = `<html><head>${starter}</head><body><p>Comprar</p><script type="application/ld+json">{"a":1}</script>`;
const html = `${before}${data}</body></html>`;

type Kept = Extract<Parameters<typeof finishPage>[1], { kind: 'APP_PAGE' }>;
type Page = Kept & { headers: Record<string, string>; segmentData: Map<string, Buffer> };
const pageOf = ({ parts = ['/_tree', '/_full'], text = html, status }: Given = {}) =>
  ({
    kind: 'APP_PAGE',
    html: text,
    status,
    rscData: undefined,
    postponed: undefined,
    headers: {},
    segmentData: new Map(parts.map((part) => [part, Buffer.from(part)])),
  }) as Page;
type Given = { key?: string; parts?: string[]; text?: string; status?: number };

async function scriptOf(page: Page): Promise<string> {
  const script = await detachData('/es/p/fragua', page);
  if (!script) throw new Error('nothing was taken out');
  return script;
}

it('takes the data out of a page, and asks for them before any other script can run', async () => {
  const page = pageOf();
  const script = await scriptOf(page);
  expect(page.html).toBe(`${before.replace('<script', `<script>${script}</script><script`)}</body></html>`);
  expect([...page.segmentData]).toEqual([
    ['/_tree', Buffer.from('/_tree')],
    ['/_full-abc-1', Buffer.from('/_full')],
  ]);
});

it('a page that is read again from where it was kept stays as it is', async () => {
  const page = pageOf();
  const script = await scriptOf(page);
  const kept = pageOf({ text: page.html, parts: [...page.segmentData.keys()] });
  expect(await scriptOf(kept)).toBe(script);
  expect(kept.html).toBe(page.html);
});

it.each([
  ['no scripts', { text: html.replace(starter, '') }],
  ['no data', { text: before }],
  ['no data beside it', { parts: ['/_tree'] }],
  ['no place of its own, because it is a 404', { status: 404 }],
  ['its place wherever the shop is closed', { key: '/a/$/es/maintenance' }],
])('a page stays as it is that has %s', async (_what, given: Given) => {
  const page = pageOf(given);
  await finishPage(given.key ?? '/a/$/es/p/fragua', page);
  expect(page.html).toBe(given.text ?? html);
  expect(page.headers['content-security-policy']).toBeDefined();
});

it('the policy of a page allows its script', async () => {
  const page = pageOf();
  await finishPage('/a/$/es/p/fragua', page);
  expect(page.html).not.toContain('__next_f');
  expect(page.headers['content-security-policy']).toContain(await hashOf(await scriptOf(pageOf())));
});

/** Runs the script of a page at an address, and gives it these answers one after the other. */
async function run(search: string, answers: Array<Response | Error>) {
  const asked: Array<[string, object]> = [];
  const context = {
    location: { pathname: '/p/fragua', search },
    setTimeout: (work: () => void) => queueMicrotask(work),
    fetch: async (url: string, options: { headers: object }) => {
      asked.push([url, options.headers]);
      const answer = answers.shift();
      if (!answer || answer instanceof Error) throw answer;
      return answer;
    },
    __NEXT_CLIENT_RESUME: Promise.resolve(),
  };
  vm.runInNewContext(await scriptOf(pageOf()), context);
  return { asked, found: context.__NEXT_CLIENT_RESUME as Promise<unknown> };
}

it('the page asks for its data where Next.js keeps the whole page, in the language of its address', async () => {
  const answer = new Response();
  const { asked, found } = await run('?lng=en', [answer]);
  expect(await found).toBe(answer);
  expect(asked[0]?.[0]).toMatch(/^\/p\/fragua\?lng=en&_rsc=[\w-]{16}$/);
  expect(asked[0]?.[1]).toEqual({
    rsc: '1',
    'next-router-prefetch': '1',
    'next-router-segment-prefetch': '/_full-abc-1',
  });
  expect((await run('', [answer])).asked[0]?.[0]).toMatch(/^\/p\/fragua\?_rsc=/);
});

it('asks again when the answer is lost or refused, twice at most', async () => {
  const answer = new Response();
  const refusal = new Response(null, { status: 404 });
  expect(await (await run('', [new Error('lost'), refusal, answer])).found).toBe(answer);
  const refused = await run(
    '',
    [1, 2, 3, 4].map(() => new Error('lost')),
  );
  await expect(refused.found).rejects.toThrow('lost');
  expect(refused.asked).toHaveLength(3);
});
