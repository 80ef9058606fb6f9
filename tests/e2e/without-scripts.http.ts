import { expect } from '@playwright/test';
import { createProduct } from './support/goods.ts';
import { type Shop, test } from './support/http.ts';
import { createPerson } from './support/people.ts';

// The page without JavaScript: the document without parts that only a script would move into place.

/** A document as it is drawn without scripts. */
async function drawn(shop: Shop, path: string): Promise<{ status: number; html: string; text: string }> {
  const response = await shop.get(path, { maxRedirects: 0 });
  const all = await response.text();
  const html = all
    .replaceAll(/<script[\s\S]*?<\/script>|<template[\s\S]*?<\/template>/g, '')
    .replaceAll(/<\/?noscript>/g, '')
    // Streamed parts are hidden at the end of the body.
    .replace(/<div hidden="" id="S:[\s\S]*$/, '');
  const text = html
    .replaceAll(/<(style|svg|head)\b[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
  return { status: response.status(), html, text };
}

test('the login without scripts is a native form', async ({ enter }) => {
  const shop = await enter();
  const { html, text } = await drawn(shop, '/login');
  expect(html).toMatch(/<form[^>]*method="POST"[\s\S]*name="email"[\s\S]*name="password"[\s\S]*type="submit"/);
  expect(text).toContain('Iniciar sesión');
  expect((await drawn(shop, '/login?mode=register')).html).toMatch(/<form[^>]*method="POST"[\s\S]*name="username"/);
  expect((await drawn(shop, '/login?mode=reset')).html).toMatch(/<form[^>]*method="POST"[\s\S]*name="email"/);
});

test('the cart without scripts shows the product of its address, or a message for a stored cart', async ({ enter }) => {
  const [shop, product] = [await enter(await createPerson()), await createProduct()];
  const { html, text } = await drawn(shop, `/cart?producto=${product.slug}`);
  expect(text).toContain(product.name);
  expect(html).toContain(`/checkout?producto=${product.slug}`);
  const remembered = await drawn(shop, '/cart');
  expect(remembered.text).toContain('Sin JavaScript no podemos leer el carrito que guarda este navegador.');
  expect(remembered.html).toContain('href="/"');
});

test('the payment step without scripts shows that JavaScript is required', async ({ enter }) => {
  const [shop, product] = [await enter(await createPerson()), await createProduct()];
  const { text } = await drawn(shop, `/checkout?producto=${product.slug}`);
  expect(text).toContain(product.name);
  expect(text).toContain('Para pagar hace falta JavaScript.');
});

test('the reviews of a product are shown without scripts', async ({ enter }) => {
  const { status, text } = await drawn(await enter(), '/p/fragua-arcana/reviews');
  expect(status).toBe(200);
  expect(text).toContain('Valoraciones');
  expect(text).toMatch(/Fragua Arcana.*Valoraciones.{40,}Denunciar/);
});

test('a page of reviews after the last one says that there are no more', async ({ enter }) => {
  const { status, text } = await drawn(await enter(), '/p/fragua-arcana/reviews?pagina=999');
  expect(status).toBe(200);
  expect(text).toContain('No hay más valoraciones.');
});

for (const [lng, words] of [
  ['es', 'no existe'],
  ['en', 'not'],
] as const) {
  test(`an unknown address is a 404 page with a title and a search in its language (${lng})`, async ({ enter }) => {
    const shop = await enter();
    for (const path of ['/zzz', '/zzz/yyy.php', '/p/no-existe-nada', '/account/nadie-en-absoluto', '/p/nada/reviews']) {
      const { status, html, text } = await drawn(shop, `${path}?lng=${lng}`);
      expect(status, path).toBe(404);
      expect(html, path).toContain(`<html lang="${lng}"`);
      expect(html, path).toMatch(/<title>[^<]*UnStore<\/title>/);
      expect(html, path).toMatch(/<meta name="robots" content="noindex/);
      const [, main = ''] = /<main([\s\S]*)<\/main>/.exec(html) ?? [];
      expect(main, path).toMatch(/<form[^>]*action="\/search"[\s\S]*name="q"/);
      expect(text.toLowerCase(), path).toContain(words);
    }
  });
}
