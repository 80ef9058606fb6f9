import vm from 'node:vm';
import { expect, it } from 'vitest';
import { finishPage } from '@/lib/core/cache/pages/finish-page.mjs';
import { detachData } from '@/lib/core/cache/pages/page-data.mjs';
import { hashOf } from '@/lib/core/security/script-hash.mjs';

const data = [
  '<script>(self.__next_f=self.__next_f||[]).push([0])</script>',
  '<script>self.__next_f.push([1,"1:\\"\\u003c/script\\u003e Comprar\\"\\n"])</script>',
  '<script>self.__next_f.push([1,"2:null\\n"])</script>',
].join('');
const starter = '<script src="/_next/static/chunks/turbopack-abc-1.js" async=""></script>';
const first = '<script src="/_next/static/chunks/1-x.js" id="_R_" async=""></script>';
const announced = '<link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/1-x.js"/>';
const before = `<html><head>${announced}${starter}${first}</head><body><p>Comprar</p><script type="application/ld+json">{"a":1}</script>`;
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
  const rest = '</head><body><p>Comprar</p><script type="application/ld+json">{"a":1}</script></body></html>';
  expect(page.html).toBe(`<html><head><script>${script}</script>${rest}`);
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

it('a page stays as it is whose data are empty', async () => {
  const page = pageOf();
  page.segmentData.set('/_full', Buffer.of());
  expect(await detachData('/es/p/fragua', page)).toBeNull();
  expect(page.html).toBe(html);
});

it('the policy of a page allows its script', async () => {
  const page = pageOf();
  await finishPage('/a/$/es/p/fragua', page);
  expect(page.html).not.toContain('__next_f');
  expect(page.headers['content-security-policy']).toContain(await hashOf(await scriptOf(pageOf())));
});

type Script = { src: string; onload: () => void; onerror: () => void };
type Picture = EventTarget & { complete: boolean };
const pictureOf = (complete: boolean): Picture => Object.assign(new EventTarget(), { complete });

/** Runs the script of a page at an address, with these pictures at its top, and gives it these answers one after the other. */
async function run(search = '', answers: Array<Response | Error> = [], pictures: Picture[] = []) {
  const asked: Array<[string, object]> = [];
  const loaded: Script[] = [];
  const frames: Array<() => void> = [];
  const timers: Array<() => void> = [];
  const window = new EventTarget();
  const context = {
    location: { pathname: '/p/fragua', search },
    setTimeout: (work: () => void, ms: number) => (ms === 3_000 ? timers.push(work) : queueMicrotask(work)),
    addEventListener: window.addEventListener.bind(window),
    requestAnimationFrame: (work: () => void) => frames.push(work),
    document: {
      createElement: () => ({}),
      head: { append: (script: Script) => loaded.push(script) },
      querySelectorAll: () => pictures,
    },
    fetch: async (url: string, options: { headers: object }) => {
      asked.push([url, options.headers]);
      const answer = answers.shift();
      if (!answer || answer instanceof Error) throw answer;
      return answer;
    },
    __NEXT_CLIENT_RESUME: undefined as unknown,
  };
  vm.runInNewContext(await scriptOf(pageOf()), context);
  return {
    asked,
    loaded,
    sources: () => loaded.map(({ src }) => src),
    timers,
    paint: () => {
      for (const work of frames.splice(0)) work();
    },
    happen: (name: string) => window.dispatchEvent(new Event(name)),
    found: () => context.__NEXT_CLIENT_RESUME as Promise<unknown>,
  };
}

/** The same, with nothing to wait for. */
async function runAtOnce(search: string, answers: Array<Response | Error>) {
  const page = await run(search, answers);
  page.happen('DOMContentLoaded');
  return { ...page, found: page.found() };
}

const partHeader = 'next-router-segment-prefetch';
const [runtime, page1] = ['/_next/static/chunks/turbopack-abc-1.js', '/_next/static/chunks/1-x.js'];

it('loads the scripts of the page once its pictures are there, or are known to be missing, and are painted', async () => {
  const [there, slow, lost] = [pictureOf(true), pictureOf(false), pictureOf(false)];
  const page = await run('', [new Response()], [there, slow, lost]);
  page.happen('DOMContentLoaded');
  slow.dispatchEvent(new Event('load'));
  expect([page.sources(), page.asked, page.found()]).toEqual([[], [], undefined]);
  lost.dispatchEvent(new Event('error'));
  page.paint();
  expect([page.sources(), page.asked.length]).toEqual([[runtime], 1]);
  page.paint();
  expect(page.loaded).toMatchObject([
    { src: runtime, async: true },
    { src: page1, async: true, id: '_R_' },
  ]);
});

it.each(['onload', 'onerror'] as const)('one is always on its way until all are: %s', async (end) => {
  const page = await run('', [new Response()]);
  page.happen('DOMContentLoaded');
  expect(page.sources()).toEqual([runtime]);
  page.loaded[0]?.[end]();
  expect(page.sources()).toEqual([runtime, page1]);
  page.loaded[1]?.[end]();
  page.paint();
  page.paint();
  expect(page.sources()).toEqual([runtime, page1]);
});

it.each(['pointerdown', 'keydown'])('loads all of them at once on %s, and once only', async (touch) => {
  const picture = pictureOf(false);
  const page = await run('', [new Response()], [picture]);
  page.happen(touch);
  expect(page.sources()).toEqual([runtime, page1]);
  page.happen('DOMContentLoaded');
  picture.dispatchEvent(new Event('load'));
  for (const work of page.timers) work();
  page.paint();
  page.paint();
  expect([page.sources(), page.asked.length]).toEqual([[runtime, page1], 1]);
});

it('waits three seconds at most', async () => {
  const page = await run('', [new Response()], [pictureOf(false)]);
  page.happen('DOMContentLoaded');
  expect(page.sources()).toEqual([]);
  for (const work of page.timers) work();
  expect(page.sources()).toEqual([runtime]);
});

it('the page asks for its data where Next.js keeps the whole page, in the language of its address', async () => {
  const answer = new Response();
  const { asked, found } = await runAtOnce('?lng=en', [answer]);
  expect(await found).toBe(answer);
  expect(asked[0]?.[0]).toMatch(/^\/p\/fragua\?lng=en&_rsc=[\w-]{16}$/);
  expect(asked[0]?.[1]).toEqual({
    rsc: '1',
    'next-router-prefetch': '1',
    [partHeader]: expect.stringMatching(/^\/_full-abc-1-[0-9a-f]{12}$/),
  });
  expect((await runAtOnce('', [answer])).asked[0]?.[0]).toMatch(/^\/p\/fragua\?_rsc=/);
});

const partOf = ([, headers]: [url: string, headers: object]) => new Headers(Object.entries(headers)).get(partHeader);

it('asks for the data of the page as it is now where its own are not known any more', async () => {
  const answer = new Response();
  const unknown = new Response(null, { status: 404 });
  const { asked, found } = await runAtOnce('', [unknown, answer]);
  expect(await found).toBe(answer);
  expect(asked.map(partOf)).toEqual([expect.stringMatching(/^\/_full-abc-1-/), '/_full-abc-1']);
  expect(new Set(asked.map(([url]) => url)).size).toBe(2);
});

it('a page that is made anew is answered with, and so is the one before it', async () => {
  const versions = ['before', 'after'].map((text) => {
    const page = pageOf();
    page.segmentData.set('/_full', Buffer.from(text));
    return page;
  });
  const names: string[] = [];
  for (const page of versions) {
    const [, name = ''] = /"(\/_full-abc-1-\w+)"/.exec(await scriptOf(page)) ?? [];
    names.push(name);
  }
  const [, newest] = versions;
  expect(names.map((name) => String(newest?.segmentData.get(name)))).toEqual(['before', 'after']);
  expect(String(newest?.segmentData.get('/_full-abc-1'))).toBe('after');
  // What is stored is the newest alone.
  expect([...(newest?.segmentData.keys() ?? [])]).toEqual(['/_tree', '/_full-abc-1']);
  const elsewhere = pageOf();
  await detachData('/es/p/otra', elsewhere);
  expect(elsewhere.segmentData.get(names[0] ?? '')).toBeUndefined();
});

it('asks again when the answer is lost or refused, twice at most', async () => {
  const answer = new Response();
  const refusal = new Response(null, { status: 503 });
  expect(await (await runAtOnce('', [new Error('lost'), refusal, answer])).found).toBe(answer);
  const refused = await runAtOnce(
    '',
    [1, 2, 3, 4].map(() => new Error('lost')),
  );
  await expect(refused.found).rejects.toThrow('lost');
  expect(refused.asked).toHaveLength(3);
});
