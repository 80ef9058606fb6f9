import { expect } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { createProduct } from './support/goods.ts';
import { createPerson, signIn } from './support/people.ts';
import { test } from './support/test.ts';

test('a creator adds links to the profile and pins products first', { tag: '@nightly' }, async ({ page, browser }) => {
  const creator = await createPerson();
  const [oldest, middle, newest] = [
    await createProduct({ usuario_id: creator.id, created_at: '2026-01-01' }),
    await createProduct({ usuario_id: creator.id, created_at: '2026-02-01' }),
    await createProduct({ usuario_id: creator.id, created_at: '2026-03-01' }),
  ];
  const visitor = await browser.newPage();
  const profile = `/account/${creator.username}`;
  const shown = visitor.getByRole('main').getByRole('heading', { level: 3 });
  await visitor.goto(profile);
  await expect(shown).toHaveText([newest.name, middle.name, oldest.name]);

  await signIn(page, creator, '/profile/settings');
  const links = page.getByRole('region', { name: 'Enlaces de tu perfil' });
  await links.getByLabel('Enlace 1').fill('discord.gg/torre');
  await links.getByLabel('Enlace 2').fill('http://ejemplo.es');
  await links.getByRole('button', { name: 'Guardar' }).click();
  await expect(links.getByText('Solo direcciones que empiezan por https://.')).toBeVisible();
  await expect(links.getByLabel('Enlace 1')).toHaveValue('discord.gg/torre');
  await expectNoAxeViolations(page);
  await links.getByLabel('Enlace 2').fill('https://ñandú.es');
  await links.getByRole('button', { name: 'Guardar' }).click();
  await expect(links.getByLabel('Enlace 2')).toHaveValue('https://xn--and-6ma2c.es/');
  const pinned = page.getByRole('region', { name: 'Productos destacados de tu perfil' });
  await pinned.getByLabel('Destacado 1').selectOption(oldest.name);
  await pinned.getByLabel('Destacado 2').selectOption(newest.name);
  const saved = page.waitForResponse((response) => response.request().method() === 'POST');
  await pinned.getByRole('button', { name: 'Guardar' }).click();
  await saved;

  await visitor.goto(profile);
  const list = visitor.getByRole('list', { name: `Enlaces de ${creator.username}` });
  const discord = list.getByRole('link', { name: 'Discord discord.gg' });
  await expect(discord).toHaveAttribute('href', 'https://discord.gg/torre');
  await expect(discord).toHaveAttribute('rel', 'nofollow ugc noopener');
  await expect(list.getByRole('link', { name: 'Web xn--and-6ma2c.es' })).toBeVisible();
  await expect(shown).toHaveText([oldest.name, newest.name, middle.name]);
  expect(await visitor.locator('script[type="application/ld+json"]').allTextContents()).toContainEqual(
    expect.stringContaining('"sameAs":["https://discord.gg/torre","https://xn--and-6ma2c.es/"]'),
  );
  await expectNoAxeViolations(visitor);
  await visitor.close();
});
