import vm from 'node:vm';
import { expect, it } from 'vitest';
import { loadScriptsLate } from '@/lib/core/cache/late-scripts.mjs';

const [runtime, page1] = ['/_next/static/chunks/turbopack-abc-1.js', '/_next/static/chunks/1-x.js'];
const data = '<script>self.__next_f.push([1,"a"])</script>';
const old = '<script src="/_next/static/chunks/old.js" noModule=""></script>';
const html =
  `<html><head><link rel="preload" as="script" fetchPriority="low" href="${runtime}"/>` +
  `<script src="${runtime}" async=""></script></head><body>${old}<script src="${page1}" id="_R_" async=""></script>` +
  `${data}</body></html>`;

it('late scripts are removed from the page, except data and scripts for older browsers', () => {
  const late = loadScriptsLate(html);
  const inline = `<script>${late.script}</script>`;
  expect(late.html).toBe(`<html><head>${inline}</head><body>${old}${data}</body></html>`.replace(inline, () => inline));
  expect(loadScriptsLate(late.html)).toEqual({ html: late.html, script: null });
});

type Script = { src: string; onload: () => void; onerror: () => void };
type Picture = EventTarget & { complete: boolean };
const pictureOf = (complete: boolean): Picture => Object.assign(new EventTarget(), { complete });

/** Runs the script of a page with these pictures at its top. */
function run(pictures: Picture[] = []) {
  const loaded: Script[] = [];
  const frames: Array<() => void> = [];
  const timers: Array<() => void> = [];
  const window = new EventTarget();
  vm.runInNewContext(loadScriptsLate(html).script ?? '', {
    setTimeout: (work: () => void, ms: number) => ms === 3_000 && timers.push(work),
    addEventListener: window.addEventListener.bind(window),
    requestAnimationFrame: (work: () => void) => frames.push(work),
    document: {
      createElement: () => ({}),
      head: { append: (script: Script) => loaded.push(script) },
      querySelectorAll: () => pictures,
    },
  });
  return {
    loaded,
    sources: () => loaded.map(({ src }) => src),
    timers,
    paint: () => {
      for (const work of frames.splice(0)) work();
    },
    happen: (name: string) => window.dispatchEvent(new Event(name)),
  };
}

it('late scripts are loaded once the pictures are painted or have failed', () => {
  const [there, slow, lost] = [pictureOf(true), pictureOf(false), pictureOf(false)];
  const page = run([there, slow, lost]);
  page.happen('DOMContentLoaded');
  slow.dispatchEvent(new Event('load'));
  expect(page.sources()).toEqual([]);
  lost.dispatchEvent(new Event('error'));
  page.paint();
  expect(page.sources()).toEqual([runtime]);
  page.paint();
  expect(page.loaded).toMatchObject([
    { src: runtime, async: true },
    { src: page1, async: true, id: '_R_' },
  ]);
});

it.each(['onload', 'onerror'] as const)('late scripts are loaded one at a time until all are loaded: %s', (end) => {
  const page = run();
  page.happen('DOMContentLoaded');
  expect(page.sources()).toEqual([runtime]);
  page.loaded[0]?.[end]();
  expect(page.sources()).toEqual([runtime, page1]);
  page.loaded[1]?.[end]();
  page.paint();
  page.paint();
  expect(page.sources()).toEqual([runtime, page1]);
});

it.each(['pointerdown', 'keydown'])('late scripts are loaded at once on %s, and only once', (touch) => {
  const picture = pictureOf(false);
  const page = run([picture]);
  page.happen(touch);
  expect(page.sources()).toEqual([runtime, page1]);
  page.happen('DOMContentLoaded');
  picture.dispatchEvent(new Event('load'));
  for (const work of page.timers) work();
  page.paint();
  page.paint();
  expect(page.sources()).toEqual([runtime, page1]);
});

it('late scripts wait three seconds at most', () => {
  const page = run([pictureOf(false)]);
  page.happen('DOMContentLoaded');
  expect(page.sources()).toEqual([]);
  for (const work of page.timers) work();
  expect(page.sources()).toEqual([runtime]);
});
