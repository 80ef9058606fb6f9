// @vitest-environment jsdom
import { act, type ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { GalleryLightbox } from '@/components/catalog/product/gallery-lightbox-client';
import { GalleryInput } from '@/components/publish/gallery-input-client';
import { SortableRows } from '@/components/publish/sortable-rows-client';
import { ToastList } from '@/components/ui/toast-list-client';
import { openPlace } from '../rendered.tsx';

const { show } = openPlace();

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  Element.prototype.scrollIntoView = () => {};
});

const image = (number: number) => ({ url: `/${number}.png`, width: 640, height: 360, blur: null });
const images = [image(1), image(2)];
const rows = [
  { key: 'a', name: 'A' },
  { key: 'b', name: 'B' },
];
const labels = {
  moveLabel: (name: string) => `Mover ${name}`,
  copyLabel: (name: string) => `Duplicar ${name}`,
  removeLabel: (name: string) => `Quitar ${name}`,
  removeQuestion: { title: '', text: '' },
};

const lists: Array<[string, ReactNode]> = [
  ['pictures', <GalleryInput key="list" value={images as never} onChange={() => {}} />],
  [
    'rows',
    <SortableRows key="list" id="rows" value={rows} onChange={() => {}} copyOf={undefined} {...labels}>
      {({ name }) => name}
    </SortableRows>,
  ],
];

test.each(lists)('moving %s by keyboard is announced in the page’s language', async (_name, list) => {
  await show(list);
  const grip = document.querySelector('[aria-label^="Mover"]') as HTMLElement;
  expect(grip.getAttribute('aria-roledescription')).toBe('ordenable');
  expect(document.getElementById(grip.getAttribute('aria-describedby') ?? '')?.textContent).toContain('Pulsa espacio');
  grip.focus();
  await act(async () => {
    grip.dispatchEvent(new KeyboardEvent('keydown', { code: 'Space', bubbles: true, cancelable: true }));
  });
  await expect.poll(() => document.querySelector('[id^="DndLiveRegion"]')?.textContent).toMatch(/^(Cogido|Ahora)/);
});

test('pictures of a product are labelled in the page’s language', async () => {
  await show(<GalleryLightbox images={images} name="Fragua" index={0} onClose={() => {}} />);
  const lightbox = document.querySelector('[role="dialog"]');
  expect(lightbox?.getAttribute('aria-label')).toBe('Imágenes de Fragua');
  const slides = [...(lightbox?.querySelectorAll('[role="group"]') ?? [])];
  expect(slides.map((slide) => slide.getAttribute('aria-label'))).toContain('1 de 2');
  expect(new Set(slides.map((slide) => slide.getAttribute('aria-roledescription')))).toEqual(new Set(['imagen']));
  expect([...(lightbox?.querySelectorAll('img') ?? [])].map(({ alt }) => alt)).toContain('Fragua, imagen 1');
  expect(lightbox?.innerHTML).not.toMatch(/Photo gallery|Carousel|Lightbox/);
});

test('toasts are labelled in the page’s language', async () => {
  await show(<ToastList label="Avisos" onMounted={() => {}} />);
  expect(document.querySelector('section')?.getAttribute('aria-label')).toBe('Avisos');
});
