import { expect } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { createProduct } from './support/goods.ts';
import { createPerson, signIn } from './support/people.ts';
import { test } from './support/test.ts';

test('a creator links other sites on their profile', async ({ page, browser }) => {
  const creator = await createPerson();
  await createProduct({ usuario_id: creator.id });
  const visitor = await browser.newPage();
  const profile = `/account/${creator.username}`;

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

  await visitor.goto(profile);
  const list = visitor.getByRole('list', { name: `Enlaces de ${creator.username}` });
  const discord = list.getByRole('link', { name: 'Discord discord.gg' });
  await expect(discord).toHaveAttribute('href', 'https://discord.gg/torre');
  await expect(discord).toHaveAttribute('rel', 'nofollow ugc noopener');
  await expect(list.getByRole('link', { name: 'Web xn--and-6ma2c.es' })).toBeVisible();
  expect(await visitor.locator('script[type="application/ld+json"]').allTextContents()).toContainEqual(
    expect.stringContaining('"sameAs":["https://discord.gg/torre","https://xn--and-6ma2c.es/"]'),
  );
  await expectNoAxeViolations(visitor);
  await visitor.close();
});
