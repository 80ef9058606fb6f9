import { expect, type Page } from '@playwright/test';
import { database } from './support/database.ts';
import { giveClub, giveOrder } from './support/goods.ts';
import { createPerson, signIn } from './support/people.ts';
import { test } from './support/test.ts';

const cover = (page: Page) => page.getByRole('main').locator('img[data-of]').filter({ visible: true }).first();

async function editionId(slug: string, name: string): Promise<string> {
  const [edition] = await database()`select e.id from ediciones e join productos p on p.id = e.producto_id
    where p.slug = ${slug} and e.nombre = ${name}`;
  return edition?.id;
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a product and its editions have buy links that lead through the login to the cart', async ({ page }) => {
    await page.goto('/p/fragua-arcana');
    const master = await editionId('fragua-arcana', 'Maestra');
    const cards = page.getByRole('region', { name: 'Ediciones' });
    await expect(cards.getByRole('article').nth(1).getByRole('link', { name: 'Comprar' })).toHaveAttribute(
      'href',
      `/cart?producto=fragua-arcana&edicion=${master}`,
    );
    await page.getByRole('link', { name: 'Comprar' }).first().click();
    await expect(page).toHaveURL('/login?next=%2Fcart%3Fproducto%3Dfragua-arcana');
    await signIn(page, await createPerson(), '/p/fragua-arcana');
    await page.getByRole('link', { name: 'Comprar' }).first().click();
    await expect(page).toHaveURL('/cart?producto=fragua-arcana');
  });
});

test('an edition is chosen by its address or a click before hydration', { tag: '@nightly' }, async ({ page }) => {
  await page.route('**/_next/static/**/*.js', (route) => route.abort());
  const [master, unlimited] = [
    await editionId('fragua-arcana', 'Maestra'),
    await editionId('fragua-arcana', 'Servidor ilimitado'),
  ];
  const buy = page.getByRole('link', { name: 'Comprar', exact: true });
  const price = (text: string) =>
    page.getByRole('paragraph').filter({ hasText: text }).filter({ visible: true }).first();
  for (const name of ['maestra', master]) {
    await page.goto(`/p/fragua-arcana?edicion=${name}`);
    await expect(price('19,99 €')).toBeVisible();
    await expect(buy).toHaveAttribute('href', `/cart?producto=fragua-arcana&edicion=${master}`);
    await expect(cover(page)).toHaveAttribute('src', /edition-1/);
    await expect(page.getByText('Maestra: elegida')).toBeVisible();
  }
  await page.getByRole('navigation', { name: 'Edición' }).getByRole('link', { name: 'Servidor ilimitado' }).click();
  await expect(page).toHaveURL('/p/fragua-arcana?edicion=servidor-ilimitado');
  await expect(price('49,99 €')).toBeVisible();
  await expect(buy).toHaveAttribute('href', `/cart?producto=fragua-arcana&edicion=${unlimited}`);
  await page.getByRole('link', { name: 'Elegir Base' }).click();
  await expect(page).toHaveURL('/p/fragua-arcana');
  await expect(buy).toHaveAttribute('href', '/cart?producto=fragua-arcana');

  // An unknown edition shows the product itself.
  await page.goto('/p/fragua-arcana?edicion=nada');
  await expect(buy).toHaveAttribute('href', '/cart?producto=fragua-arcana');
});

test('an edition not yet released is offered as a preorder with its date', { tag: '@nightly' }, async ({ page }) => {
  await page.goto('/p/la-marca-del-cuervo');
  await expect(page.getByText('Descarga inmediata')).toBeVisible();
  await page.getByRole('navigation', { name: 'Edición' }).getByRole('link', { name: 'Temporada 2' }).click();
  await expect(page.getByRole('link', { name: 'Reservar', exact: true })).toBeVisible();
  await expect(page.getByText(/^Sale el .* La descarga se abre ese día\.$/)).toBeVisible();
  await expect(page.getByText('Descarga inmediata')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Comprar', exact: true })).toBeHidden();
  // Client-side navigation to another product resets the chosen edition.
  await page.getByRole('region', { name: 'También te puede gustar' }).getByRole('link').first().click();
  await expect(page).not.toHaveURL(/cuervo/);
  await expect(page.getByRole('link', { name: /^(Comprar|Reservar|Reclamar gratis)$/ })).toHaveCount(1);
});

test('a member sees the price of the Club and one claim button, and an owner a download link', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.goto('/p/titan-lag');
  await expect(page.getByText('Incluido en el Club').filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Requiere Club · Únete' })).toHaveAttribute('href', '/club');
  await expect(page.getByRole('link', { name: 'Ya soy del Club' })).toHaveAttribute('href', '/cart?producto=titan-lag');
  await expect(page.getByText('18,99 €').filter({ visible: true })).toHaveCount(0);

  const person = await createPerson();
  await giveClub(person);
  const order = await giveOrder(person, 'neon-sur');
  await signIn(page, person, '/p/titan-lag');
  await expect(page.getByRole('button', { name: 'Reclamar con el Club' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Comprar por 13,29 €' })).toBeVisible();
  await page.goto('/p/skins-cuervo');
  await expect(page.getByRole('button', { name: 'Reclamar gratis' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reclamar con el Club' })).toHaveCount(0);

  await page.goto('/p/fragua-arcana');
  const amount = page.getByRole('paragraph').filter({ hasText: '6,99 €' }).filter({ visible: true }).first();
  await expect(amount.locator('s')).toHaveText(/14,99\s€/);
  await expect(page.getByText('Tu precio con el Club').filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByText('6,99 € con el Club').first()).toBeHidden();
  await page.goto('/search/fragua');
  const link = page.getByRole('link', { name: 'Fragua Arcana', exact: true });
  const card = page.getByRole('article').filter({ has: link });
  await expect(card.locator('s').filter({ visible: true })).toHaveText(/14,99\s€/);
  await page.goto('/p/neon-sur');
  await expect(page.getByRole('link', { name: 'Ya es tuyo · Descargar' })).toHaveAttribute(
    'href',
    `/profile/order/${order}`,
  );
});

test('the versions of a product are listed with their changes', { tag: '@nightly' }, async ({ page }) => {
  await page.goto('/p/fragua-arcana');
  const versions = page.getByRole('region', { name: 'Versiones' });
  await expect(versions.getByRole('listitem').first()).toContainText('Versión 1.2');
  await expect(versions.getByText(/Runas de dos manos\./)).toBeVisible();
  await expect(versions.getByText('Primera versión.')).toBeHidden();
  await versions.getByText('1 versión anterior').click();
  await expect(versions.getByText('Primera versión.')).toBeVisible();
});
