import { expect } from '@playwright/test';
import { createProduct } from './support/goods.ts';
import { type Shop, test } from './support/http.ts';
import { createPerson } from './support/people.ts';

// A form that the browser submits natively: without scripts, or before hydration.

const withoutScripts = (html: string) => html.replaceAll(/<script[\s\S]*?<\/script>/g, '');

/** Sends the form of a page that has the named field, as a browser without scripts does. */
async function send(shop: Shop, path: string, fields: Record<string, string>) {
  const page = await (await shop.get(path)).text();
  const [first = ''] = Object.keys(fields);
  const form = page.match(/<form[\s\S]*?<\/form>/g)?.find((html) => html.includes(`name="${first}"`)) ?? '';
  const hidden = [...form.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([input]) => [
    /name="([^"]*)"/.exec(input)?.[1] ?? '',
    (/value="([^"]*)"/.exec(input)?.[1] ?? '').replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
  ]);
  const response = await shop.post(path, {
    multipart: { ...Object.fromEntries(hidden), ...fields },
    maxRedirects: 0,
  });
  return withoutScripts(await response.text());
}

test('the login form shows a wrong password and keeps the address', async ({ enter }) => {
  const person = await createPerson();
  const html = await send(await enter(), '/login', { email: person.email, password: 'No-es-esta-1' });
  expect(html).toContain('Correo o contraseña inválidos');
  expect(html).toContain(`value="${person.email}"`);
  expect(html).not.toContain('No-es-esta-1');
});

test('the password reset form shows a confirmation', async ({ enter }) => {
  const html = await send(await enter(), '/login?mode=reset', { email: 'nadie.de.aqui@gmail.com' });
  expect(html).toContain('Si existe una cuenta');
});

test('the settings form marks the invalid field and keeps its input', async ({ enter }) => {
  const shop = await enter(await createPerson());
  const html = await send(shop, '/profile/settings?tab=security', { email: 'esto no es un correo', current: 'x' });
  expect(html).toContain('value="esto no es un correo"');
  expect(html).toMatch(/aria-invalid="true"/);
});

test('the profile links form marks the invalid link and keeps all of them', async ({ enter }) => {
  const creator = await createPerson();
  await createProduct({ usuario_id: creator.id });
  const shop = await enter(creator);
  const typed = { link0: 'discord.gg/torre', link1: 'http://ejemplo.es' };
  const html = await send(shop, '/profile/settings', typed);
  for (const link of Object.values(typed)) expect(html).toContain(`value="${link}"`);
  expect(html.match(/aria-invalid="true"/g)).toHaveLength(1);
  expect(await send(shop, '/profile/settings', { link0: 'discord.gg/torre' })).toContain(
    'value="https://discord.gg/torre"',
  );
});

test('the result of a native form is shown once', async ({ enter }) => {
  const shop = await enter();
  await send(shop, '/login?mode=reset', { email: 'nadie.de.aqui@gmail.com' });
  expect(withoutScripts(await (await shop.get('/login?mode=reset')).text())).not.toContain('Si existe una cuenta');
});
