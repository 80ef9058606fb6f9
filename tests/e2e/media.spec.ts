import { expect } from '@playwright/test';
import { test } from './support/test.ts';

const path = '/p/fragua-arcana';

test('product media lead the page, load the first item first, and play and zoom by click and keyboard', {
  tag: '@nightly',
}, async ({ page }) => {
  const foreign: string[] = [];
  await page.route('https://www.youtube-nocookie.com/**', (route) => route.fulfill({ body: '' }));
  page.on('request', (request) => {
    if (/youtube|ytimg/.test(new URL(request.url()).hostname)) foreign.push(request.url());
  });
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const last = list.getEntries().at(-1) as PerformanceEntry & { element?: Element };
      Object.assign(window, { largest: last.element?.closest('li')?.id ?? last.element?.tagName });
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  expect(await page.evaluate(() => (window as unknown as { largest: string }).largest)).toBe('media-0');

  const strip = page.getByRole('region', { name: 'Imágenes de Fragua Arcana' });
  const buy = page.getByRole('link', { name: 'Comprar', exact: true });
  const [media, button] = [await strip.boundingBox(), await buy.boundingBox()];
  expect(media?.y).toBeLessThan(200);
  expect((button?.y ?? 900) + (button?.height ?? 0)).toBeLessThanOrEqual(844);

  // Keyboard focus scrolls the focused item into view.
  const picture = strip.getByRole('link', { name: 'Ampliar imagen 2 de Fragua Arcana' });
  await picture.focus();
  await expect(picture).toBeInViewport({ ratio: 0.9 });
  await picture.press('Enter');
  const lightbox = page.getByRole('dialog', { name: 'Imágenes de Fragua Arcana' });
  await expect(lightbox.getByRole('img', { name: 'Fragua Arcana, imagen 2' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(lightbox.getByRole('img', { name: 'Fragua Arcana, imagen 3' })).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(lightbox).toHaveCount(0);
  await expect(picture).toBeFocused();

  expect(foreign).toEqual([]);
  await strip.getByRole('link', { name: 'Ver el tráiler de Fragua Arcana' }).press('Enter');
  await expect(strip.locator('iframe')).toHaveAttribute('src', /^https:\/\/www\.youtube-nocookie\.com\/embed\//);
});

test('a swipe shows the next item of the media', { tag: '@nightly' }, async ({ page }) => {
  await page.goto(path);
  const strip = page.getByRole('region', { name: 'Imágenes de Fragua Arcana' });
  const next = strip.getByRole('link', { name: 'Ampliar imagen 1 de Fragua Arcana' });
  await expect(next).not.toBeInViewport({ ratio: 0.5 });
  const media = await strip.boundingBox();
  const screen = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: number[]) =>
    screen.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at.map((x) => ({ x, y: (media?.y ?? 0) + 80 })),
    });
  await touch('touchStart', 330);
  for (let x = 310; x >= 40; x -= 30) await touch('touchMove', x);
  await touch('touchEnd');
  await expect(next).toBeInViewport({ ratio: 0.9 });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the media strip is scrolled by links, and its items are links', { tag: '@nightly' }, async ({ page }) => {
    await page.setViewportSize({ width: 1366, height: 768 });
    await page.goto(path);
    const strip = page.getByRole('region', { name: 'Imágenes de Fragua Arcana' });
    await expect(strip.getByRole('link', { name: 'Ver el tráiler de Fragua Arcana' })).toHaveAttribute(
      'href',
      /youtube\.com\/watch/,
    );
    const third = strip.getByRole('link', { name: 'Ampliar imagen 3 de Fragua Arcana' });
    await expect(third).not.toBeInViewport();
    await strip.getByRole('link', { name: 'Ver la imagen 3' }).click();
    await expect(third).toBeInViewport({ ratio: 0.9 });
    await expect(third).toHaveAttribute('href', /gallery-3\.webp/);
  });
});
