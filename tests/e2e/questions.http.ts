import { expect } from '@playwright/test';
import { actingAs, database } from './support/database.ts';
import { createProduct, createQuestions } from './support/goods.ts';
import { test } from './support/http.ts';
import { createPerson } from './support/people.ts';

test('the helpful button of an answer works without scripts, and refuses other sites and guests', async ({ enter }) => {
  const [creator, asker] = [await createPerson(), await createPerson()];
  const product = await createProduct({ usuario_id: creator.id });
  const [question] =
    await database()`insert into preguntas (producto_id, user_id, texto, respuesta, respuesta_at, respuesta_de)
    values (${product.id}, ${asker.id}, '¿Funciona con Paper?', 'Sí', now(), ${creator.id}) returning id`;
  const path = `/p/${product.slug}/questions`;
  const shop = await enter(await createPerson());
  expect(await (await shop.get(path)).text()).toContain('>Me ha servido<');
  const send = (shopper: typeof shop, origin = process.env.SITE_URL ?? '') =>
    shopper.post('/api/thanks', {
      form: { pregunta: String(question?.id), slug: product.slug },
      headers: { origin },
      maxRedirects: 0,
    });
  expect((await send(shop, 'https://otra.example')).status()).toBe(403);
  const guest = await send(await enter());
  expect([guest.status(), guest.headers().location]).toEqual([
    303,
    expect.stringContaining(`/login?next=${encodeURIComponent(path)}`),
  ]);
  const thanked = await send(shop);
  expect([thanked.status(), thanked.headers().location]).toEqual([
    303,
    expect.stringContaining(`${path}#${question?.id}`),
  ]);
  expect(await (await shop.get(path)).text()).toContain('Me ha servido (1)');
  expect(await (await shop.get(`/api/thanks?producto=${product.id}`)).json()).toEqual({ thanked: [question?.id] });
  await send(shop);
  expect(await (await shop.get(path)).text()).toContain('>Me ha servido<');
});

test('the forms of questions and answers work without scripts and keep their input', async ({ enter }) => {
  const [creator, asker] = [await createPerson(), await createPerson()];
  const product = await createProduct({ usuario_id: creator.id });
  const send = async (shop: Awaited<ReturnType<typeof enter>>, path: string, name: string, value: string) => {
    const page = await (await shop.get(path)).text();
    const form = page.match(/<form[\s\S]*?<\/form>/g)?.find((html) => html.includes(`name="${name}"`)) ?? '';
    const hidden = [...form.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([input]) => [
      /name="([^"]*)"/.exec(input)?.[1] ?? '',
      (/value="([^"]*)"/.exec(input)?.[1] ?? '').replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
    ]);
    const sent = { multipart: { ...Object.fromEntries(hidden), [name]: value }, maxRedirects: 0 };
    return (await (await shop.post(path, sent)).text()).replaceAll(/<script[\s\S]*?<\/script>/g, '');
  };
  const own = await enter(asker);
  const ask = `/profile/questions?producto=${product.slug}`;
  const refused = await send(own, ask, 'question', '¿Va?');
  expect(refused).toContain('Escribe una pregunta de 10 a 500 caracteres');
  expect(refused).toMatch(/<textarea[^>]*name="question"[^>]*>¿Va\?<\/textarea>/);
  expect(await send(own, ask, 'question', '¿Funciona con Paper?')).toContain('Enviada. Te avisaremos');
  const desk = await enter(creator);
  await send(desk, '/dashboard/questions', 'reply', 'Sí, claro.');
  expect(await (await desk.get(`/p/${product.slug}/questions`)).text()).toContain('Sí, claro.');
  await actingAs(creator, async (sql) => {
    expect(await sql`select texto, respuesta from preguntas where producto_id = ${product.id}`).toEqual([
      { texto: '¿Funciona con Paper?', respuesta: 'Sí, claro.' },
    ]);
  });
});

test('the questions of a product are paginated with canonical addresses, and other pages are 404', async ({
  enter,
}) => {
  const [creator, asker] = [await createPerson(), await createPerson()];
  const product = await createProduct({ usuario_id: creator.id });
  await createQuestions(product, creator, asker, 51);
  const path = `/p/${product.slug}/questions`;
  const shop = await enter();
  const read = async (address: string) => (await shop.get(address)).text();
  const [first, second] = [await read(path), await read(`${path}/2`)];
  const shown = (html: string) => new Set(html.match(/Pregunta número \d+/g));
  expect([shown(first).size, [...shown(second)]]).toEqual([50, ['Pregunta número 51']]);
  expect(first).toContain(`href="${path}/2"`);
  expect(second).toContain(`href="${path}"`);
  expect(second).toMatch(new RegExp(`<link rel="canonical" href="[^"]*${path}/2"`));
  for (const other of ['1', '3', '02', 'x', '2/2'])
    expect((await shop.get(`${path}/${other}`)).status(), other).toBe(404);
});
