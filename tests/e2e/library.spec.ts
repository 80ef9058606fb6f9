import { expect, type Page } from '@playwright/test';
import { database } from './support/database.ts';
import { createProduct, giveOrder } from './support/goods.ts';
import { createPerson, signIn } from './support/people.ts';
import { test } from './support/test.ts';

const covers = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Abrir / });
const names = async (page: Page) =>
  (await covers(page).evaluateAll((buttons) => buttons.map((button) => button.ariaLabel ?? ''))).map((label) =>
    label.replace('Abrir ', ''),
  );

async function ownThree(page: Page) {
  const person = await createPerson();
  for (const slug of ['domador', 'fragua-arcana', 'noche-de-faroles']) await giveOrder(person, slug);
  await signIn(page, person, '/library');
  await expect(covers(page)).toHaveCount(3);
  return person;
}

test('covers are reordered by keyboard, and the order is stored in the browser', { tag: '@nightly' }, async ({
  page,
}) => {
  const person = await ownThree(page);
  const before = await names(page);
  await page.getByRole('button', { name: `Mover ${before[0]}` }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Ahora en el lugar 1')).toBeAttached();
  // The list announces the drag one timer before it handles arrow keys; people are slower than that.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Ahora en el lugar 2')).toBeAttached();
  await page.keyboard.press('Space');
  const after = [before[1], before[0], before[2]];
  await expect.poll(() => names(page)).toEqual(after);
  const stored = await page.evaluate((key) => localStorage.getItem(key), `library-order-${person.id}`);
  expect(JSON.parse(stored ?? '[]')).toHaveLength(3);
  await page.reload();
  await expect.poll(() => names(page)).toEqual(after);
});

test('a cover is dragged by mouse only after five pixels', { tag: '@nightly' }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await ownThree(page);
  const before = await names(page);
  const [first, second] = [page.getByRole('main').getByRole('listitem').first(), covers(page).nth(1)];
  const box = await first.boundingBox();
  const target = await second.boundingBox();
  if (!box || !target) throw new Error('no cover to drag');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 3, y);
  await page.mouse.up();
  expect(await names(page)).toEqual(before);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 20, y, { steps: 4 });
  await page.mouse.move(target.x, y, { steps: 8 });
  await page.mouse.up();
  await expect.poll(() => names(page)).toEqual([before[1], before[0], before[2]]);
});

test('the launcher shows a download, a delivery on the server, a release date or a missing file', {
  tag: '@nightly',
}, async ({ page }) => {
  const person = await createPerson();
  const [file, whitelisted, reserved, missing] = await Promise.all([
    createProduct(),
    createProduct({ descargable: false }),
    createProduct({ reserva: true, fecha_lanzamiento: new Date(Date.now() + 30 * 86_400_000) }),
    createProduct({ download_link: null }),
  ]);
  for (const { slug } of [file, whitelisted, reserved, missing]) await giveOrder(person, slug);
  await signIn(page, person, '/library');
  const dialog = page.getByRole('dialog');
  const open = (name: string) => page.getByRole('button', { name: `Abrir ${name}` }).click();

  await open(file.name);
  await expect(dialog.getByText('jugador_1')).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Descargar' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.zip$/);
  await page.keyboard.press('Escape');
  await open(whitelisted.name);
  await expect(dialog.getByText('Se entrega en el servidor.')).toBeVisible();
  await page.keyboard.press('Escape');
  await open(reserved.name);
  await expect(dialog.getByText('Disponible tras el lanzamiento oficial.')).toBeVisible();
  await expect(dialog.getByText(/^Sale el /)).toBeVisible();
  await page.keyboard.press('Escape');
  await open(missing.name);
  await expect(dialog.getByText('Aún no hay archivo para descargar.')).toBeVisible();
  await dialog.getByRole('link', { name: 'Ver el pedido' }).click();
  await expect(page).toHaveURL(/\/profile\/order\//);
});

test('the library is searched without accents, filtered by category, and shows a message for no results', {
  tag: '@nightly',
}, async ({ page }) => {
  const person = await createPerson();
  const plugin = await createProduct({ nombre: 'Ártico dorado' });
  const series = await createProduct({ category: 'serie' });
  for (const { slug } of [plugin, series]) await giveOrder(person, slug);
  await signIn(page, person, '/library');
  await page.getByRole('searchbox', { name: 'Buscar en tu biblioteca' }).fill('artico');
  await expect.poll(() => names(page)).toEqual(['Ártico dorado']);
  await page.getByRole('searchbox', { name: 'Buscar en tu biblioteca' }).fill('zzz');
  await expect(page.getByText('Nada de lo tuyo coincide con la búsqueda.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Buscar en tu biblioteca' }).fill('');
  await page.getByRole('main').getByRole('button', { name: 'Series', exact: true }).click();
  await expect.poll(() => names(page)).toEqual([series.name]);
});

test('an empty library links to the shop, and a guest is redirected to the login', { tag: '@nightly' }, async ({
  page,
}) => {
  await page.goto('/library');
  await expect(page).toHaveURL('/login?next=%2Flibrary');
  await signIn(page, await createPerson(), '/library');
  await expect(page.getByText('Aquí verás todo lo que consigas.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Descubrir productos' }).click();
  await expect(page).toHaveURL('/trends');
});

test('a revoked product is not in the library', { tag: '@nightly' }, async ({ page }) => {
  const person = await createPerson();
  const product = await createProduct();
  const order = await giveOrder(person, product.slug);
  await giveOrder(person, 'domador');
  await database()`update adquisiciones set revocada_at = now() where id = ${order}`;
  await signIn(page, person, '/library');
  await expect(covers(page)).toHaveCount(1);
});
