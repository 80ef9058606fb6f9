import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { database } from './support/database.ts';
import { createProduct } from './support/goods.ts';
import { createPerson, type Person, signIn } from './support/people.ts';
import { createModerator, fillIn, moderatorTab, newName, openDesk, send, slugOf, step } from './support/publishing.ts';
import { test } from './support/test.ts';

const nameField = (page: Page) => page.getByRole('region', { name: 'Español' }).getByLabel('Nombre');
const saved = (page: Page) => expect(page.getByText('Borrador guardado')).toBeVisible();

async function otherDevice(page: Page, person: Person, path: string): Promise<Page> {
  const other = await moderatorTab(page);
  await signIn(other, person, path);
  return other;
}

test('a draft is saved automatically, continues on another device, and detects concurrent edits', {
  tag: '@nightly',
}, async ({ page }) => {
  test.setTimeout(90_000);
  const creator = await createPerson();
  const lost: string[] = [];
  page.on('response', (response) => {
    // Products of other tests have no picture.
    if (response.status() === 404 && !response.url().includes('/_next/image')) lost.push(response.url());
  });
  await signIn(page, creator, '/publicar');
  await nameField(page).pressSequentially('Faro de sal', { delay: 20 });
  await page.getByLabel('Precio (€)', { exact: true }).fill('4,50');
  await saved(page);
  await expect(page).toHaveURL(/borrador=/);
  expect(lost).toEqual([]);

  const other = await otherDevice(page, creator, '/dashboard');
  await other.getByRole('link', { name: 'Faro de sal' }).click();
  await expect(other.getByText('Sigues con tu borrador.')).toBeVisible();
  await expect(other.getByLabel('Precio (€)', { exact: true })).toHaveValue('4,50');
  await nameField(other).fill('Faro de sal y niebla');
  await saved(other);

  await page.getByLabel('Precio (€)', { exact: true }).fill('5');
  await expect(page.getByText('Este borrador se ha cambiado en otra pestaña o dispositivo.')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Quedarme con lo mío' }).click();
  await saved(page);
  await nameField(other).fill('Otra vez');
  await other.getByRole('button', { name: 'Abrir lo otro' }).click();
  await expect(nameField(other)).toHaveValue('Faro de sal');
  await expect(other.getByLabel('Precio (€)', { exact: true })).toHaveValue('5');

  // A device with an older version sends nothing, even without input.
  await nameField(other).fill('Faro de niebla');
  await saved(other);
  await send(page);
  await expect(page.getByText('Elige primero con cuál te quedas.')).toBeVisible();
  await page.getByRole('button', { name: 'Quedarme con lo mío' }).click();
  await saved(page);

  // Escape closes the preview only; leaving and returning keeps everything.
  await page.getByRole('button', { name: 'Vista previa' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(nameField(page)).toHaveValue('Faro de sal');
  await nameField(page).fill('Faro final');
  await page.getByRole('main').getByRole('link', { name: 'Salir', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
  const kept = () =>
    database()`select contenido #>> '{draft,name}' as name from borradores where usuario_id = ${creator.id}`;
  await expect.poll(kept).toEqual([{ name: 'Faro final' }]);
  await other.context().close();
});

test('an error is shown at its field and step, and an edition cannot be free', {
  tag: '@nightly',
}, async ({ page }) => {
  await signIn(page, await createPerson(), '/publicar');
  await fillIn(page, newName());
  await page.getByRole('button', { name: 'Añadir una edición' }).click();
  const editions = page.getByRole('region', { name: 'Ediciones' });
  await editions.getByLabel('Nombre de la edición', { exact: true }).fill('Oro');
  await editions.getByLabel('Precio (€)', { exact: true }).fill('0');
  await step(page, 'Información');
  await page.getByLabel('Precio (€)', { exact: true }).first().fill('');
  await send(page);
  const summary = page.getByRole('alert').filter({ hasText: 'Por favor corrige los siguientes errores:' });
  await expect(summary.getByRole('listitem')).toHaveText([
    'El precio debe ser 0 o mayor.',
    'Una edición no puede costar 0 €.',
  ]);
  await expect(page.getByRole('tab', { name: /Información.*tiene errores/ })).toBeVisible();
  await expect(page.getByRole('tab', { name: /Visuales/ })).not.toContainText('tiene errores');
  await expect(page.getByLabel('Precio (€)', { exact: true }).first()).toHaveAccessibleDescription(
    /El precio debe ser 0 o mayor\./,
  );
  await summary.getByRole('button', { name: 'Una edición no puede costar 0 €.' }).click();
  const price = editions.getByLabel('Precio (€)', { exact: true });
  await expect(price).toBeFocused();
  await expect(price).toHaveAccessibleDescription('Una edición no puede costar 0 €.');
  await price.fill('12');
  await expect(price).toHaveAccessibleDescription('');
  await expectNoAxeViolations(page);
});

test('a submission is withdrawn into a draft, and a product is duplicated, archived and restored', {
  tag: '@nightly',
}, async ({ page }) => {
  test.setTimeout(90_000);
  const creator = await createPerson();
  const name = newName();
  await signIn(page, creator, '/publicar');
  await fillIn(page, name);
  await send(page);
  await expect(page.getByText('Producto creado y enviado a revisión.')).toBeVisible();
  await page.goto(`/edit/${slugOf(name)}`);
  await page.getByRole('button', { name: 'Cancelar el envío' }).click();
  await expect(page).toHaveURL(/publicar[?]borrador=/);
  await expect(nameField(page)).toHaveValue(name);
  expect(await database()`select 1 from productos where slug = ${slugOf(name)}`).toHaveLength(0);

  const product = await createProduct({ usuario_id: creator.id });
  await page.goto(`/edit/${product.slug}`);
  await page.getByRole('button', { name: 'Duplicar' }).click();
  await expect(page).toHaveURL(/publicar[?]borrador=/);
  await expect(nameField(page)).toHaveValue(`${product.name} (copia)`);
  await expect(page.getByLabel('Dirección')).toHaveValue(`${slugOf(product.name)}-copia`);
  await database()`insert into revisiones_producto (producto_id, autor_id, contenido, es_nueva)
    select id, usuario_id, to_jsonb(p) || jsonb_build_object('nombre', nombre || ' nuevo'), false from productos p
    where id = ${product.id}`;
  await page.goto(`/edit/${product.slug}`);
  await page.getByRole('button', { name: 'Archivar' }).click();
  await expect(page.getByText('Lo que espera revisión vuelve a ser un borrador.')).toBeVisible();
  await page.getByRole('button', { name: 'Sí, archivar' }).click();
  await expect(page.getByText('Producto archivado.')).toBeVisible();
  await expect(page.getByText('No tienes nada publicado.')).toHaveCount(0);
  await page.getByText('Archivados (1)').click();
  await expectNoAxeViolations(page);
  // Its draft is listed above it.
  await page.locator(`a[href="/edit/${product.slug}"]`).last().click();
  await expect(page.getByText('Este producto está archivado: no se vende ni sale en las listas.')).toBeVisible();
  await page.getByRole('button', { name: 'Recuperar' }).click();
  await expect(page.getByText('El producto vuelve a estar a la venta.')).toBeVisible();
});

test('a small price change needs no review, and a creator schedules offers and creates coupons', {
  tag: '@nightly',
}, async ({ page }) => {
  test.setTimeout(120_000);
  const [creator, buyer] = [await createPerson(), await createPerson()];
  const product = await createProduct({ usuario_id: creator.id, precio: 10 });
  await signIn(page, creator, `/edit/${product.slug}`);
  await page.getByLabel('Precio (€)', { exact: true }).first().fill('8');
  await send(page);
  await expect(page.getByText('El precio nuevo ya está a la venta.')).toBeVisible();
  const visit = page.waitForResponse((response) => response.url().endsWith('/api/visit'));
  await page.goto(`/p/${product.slug}`);
  await expect(page.getByText(/8,00\s€/).first()).toBeVisible();
  await visit;
  expect((await database()`select visitas from productos where id = ${product.id}`)[0]?.visitas).toBe(0);
  // A larger change waits for a moderator.
  await page.goto(`/edit/${product.slug}`);
  await page.getByLabel('Precio (€)', { exact: true }).first().fill('2');
  await send(page);
  await expect(page.getByText('El cambio de precio pasa de los límites: va a revisión.')).toBeVisible();

  await page.getByRole('link', { name: 'Ofertas y cupones' }).click();
  const offers = page.getByRole('region', { name: 'Ofertas con fechas' });
  await offers.getByRole('button', { name: 'Programar la oferta' }).click();
  await expect(offers.getByLabel('Hasta')).toHaveAccessibleDescription(/Revisa las fechas\./);
  await offers.getByLabel('Producto o edición').selectOption({ index: 1 });
  await offers.getByLabel('Precio de oferta (€)').fill('6');
  await offers.getByLabel('Hasta').fill(await offers.getByLabel('Desde').inputValue());
  await offers.getByLabel('Motivo (opcional)').fill('Aniversario');
  await offers.getByRole('button', { name: 'Programar la oferta' }).click();
  await expect(offers.getByText('En marcha')).toBeVisible();
  const coupons = page.getByRole('region', { name: 'Cupones' });
  await coupons.getByLabel('Producto').selectOption({ label: product.name });
  await coupons.getByLabel('Código').fill('amigo');
  await coupons.getByLabel('Descuento').fill('50');
  await coupons.getByRole('button', { name: 'Crear el cupón' }).click();
  await expect(coupons.getByLabel('Descuento')).toHaveAccessibleDescription(/Pasa de tu parte de la venta\./);
  await coupons.getByLabel('Descuento').fill('10');
  await coupons.getByRole('button', { name: 'Crear el cupón' }).click();
  await expect(coupons.getByText('0 usos de ∞')).toBeVisible();
  await expectNoAxeViolations(page);

  const other = await otherDevice(page, buyer, `/cart?producto=${product.slug}`);
  const summary = other.getByRole('region', { name: 'Resumen' });
  await expect(summary).toContainText(/6,00\s€/);
  await other.getByLabel('Código de descuento').fill('AMIGO');
  await other.getByRole('button', { name: 'Aplicar' }).click();
  await expect(summary).toContainText(/5,40\s€/);
  await offers.getByRole('button', { name: /Terminar ahora/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Terminar ahora' }).click();
  await expect(offers.getByText('Terminada')).toBeVisible();
  await coupons.getByRole('button', { name: /Parar/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Parar', exact: true }).click();
  await expect(coupons.getByText('Parado')).toBeVisible();
  await other.goto(`/p/${product.slug}`);
  await expect(other.getByText(/8,00\s€/).first()).toBeVisible();
  await other.context().close();
});

test(
  'a large upload resumes after a pause, a lost connection and a reload',
  { tag: '@nightly' },
  async ({ page }, testInfo) => {
    test.setTimeout(120_000);
    const path = testInfo.outputPath('mundo.zip');
    await writeFile(path, randomBytes(40 * 1024 * 1024));
    await signIn(page, await createPerson(), '/publicar');
    await nameField(page).fill('Mundo enorme');
    await saved(page);
    await step(page, 'Producto');
    const input = page.getByLabel('Subir un archivo: URL de descarga');
    const offsets: number[] = [];
    let isOut = false;
    await page.route('**/storage/v1/upload/resumable/sign/**', async (route) => {
      const request = route.request();
      const offset = request.headers()['upload-offset'];
      if (request.method() === 'PATCH' && offset) offsets.push(Number(offset));
      // Cuts the connection in the middle of the upload.
      if (isOut || (offsets.length === 3 && request.method() === 'PATCH')) {
        isOut = true;
        return route.abort('connectionreset');
      }
      return route.continue();
    });
    await input.setInputFiles(path);
    await expect(page.getByText('Se ha perdido la conexión. Seguimos cuando vuelva.')).toBeVisible({ timeout: 40_000 });
    await page.getByRole('button', { name: 'Pausar' }).click();
    await expect(page.getByText(/^En pausa: mundo\.zip/)).toBeVisible();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    isOut = false;
    await step(page, 'Producto');
    await expect(page.getByText(/La subida de mundo\.zip quedó a medias/)).toBeVisible();
    const before = Math.max(...offsets);
    offsets.length = 10;
    await input.setInputFiles(path);
    await expect(page.getByText('Archivo subido: mundo.zip')).toBeVisible({ timeout: 60_000 });
    // Parts that have arrived are not sent again.
    expect(before).toBeGreaterThan(0);
    expect(offsets[10]).toBe(before);
    await expect(page.getByText(/^SHA-256: [0-9a-f]{64}$/)).toBeVisible();
    const [print] = await database()`select bytes::int, nombre from huellas_descarga order by created_at desc limit 1`;
    expect(print).toEqual({ bytes: 40 * 1024 * 1024, nombre: 'mundo.zip' });
  },
);

const fileField = (page: Page) => page.getByLabel(/^(Subir un|Cambiar el) archivo: URL de descarga$/);

/** Begins to send a file that does not arrive, and pauses. Answers how to let it arrive. */
async function pauseUpload(page: Page, path: string): Promise<() => Promise<void>> {
  const parts = '**/storage/v1/upload/resumable/sign/**';
  await page.route(parts, (route) =>
    route.request().method() === 'PATCH' ? route.abort('connectionreset') : route.continue(),
  );
  await step(page, 'Producto');
  await fileField(page).setInputFiles(path);
  await expect(page.getByText('Se ha perdido la conexión. Seguimos cuando vuelva.')).toBeVisible({ timeout: 40_000 });
  await page.getByRole('button', { name: 'Pausar' }).click();
  await expect(page.getByText(/^En pausa/)).toBeVisible();
  return () => page.unroute(parts);
}

test(
  'a message to the moderators keeps the tab and the upload of the product form',
  { tag: '@nightly' },
  async ({ page }, testInfo) => {
    test.setTimeout(120_000);
    const creator = await createPerson();
    const product = await createProduct({ usuario_id: creator.id });
    await database()`insert into revisiones_producto (producto_id, autor_id, contenido, es_nueva)
      select id, usuario_id, to_jsonb(p), false from productos p where id = ${product.id}`;
    const path = testInfo.outputPath('mundo.zip');
    await writeFile(path, randomBytes(1024));
    await signIn(page, creator, `/edit/${product.slug}`);
    const arrive = await pauseUpload(page, path);
    await page.getByLabel('Tamaño aproximado').fill('12 MB');
    await saved(page);
    await step(page, 'Revisión');
    await page.getByLabel('Escribe un mensaje').fill('¿Va bien así?');
    await page.getByRole('button', { name: 'Enviar', exact: true }).click();
    await expect(page.getByRole('listitem').getByText('¿Va bien así?')).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Revisión' })).toHaveAttribute('aria-selected', 'true');
    await step(page, 'Producto');
    await expect(page.getByText(/^En pausa: mundo\.zip/)).toBeVisible();
    await arrive();
    await page.getByRole('button', { name: 'Seguir', exact: true }).click();
    await expect(page.getByText('Archivo subido: mundo.zip')).toBeVisible({ timeout: 60_000 });
    await saved(page);
    const [draft] = await database()`select contenido #>> '{draft,downloadLink}' as link,
    contenido #>> '{draft,size}' as size from borradores where usuario_id = ${creator.id}`;
    expect(draft).toMatchObject({ link: expect.stringMatching(/archivo\.zip$/), size: '12 MB' });
  },
);

test('uploads of two products at the same time do not interfere', { tag: '@nightly' }, async ({ page }, testInfo) => {
  test.setTimeout(120_000);
  const creator = await createPerson();
  const product = await createProduct({ usuario_id: creator.id });
  const [first, second] = [testInfo.outputPath('primero.zip'), testInfo.outputPath('segundo.zip')] as const;
  await writeFile(first, randomBytes(1024));
  await writeFile(second, randomBytes(2048));
  await signIn(page, creator, '/publicar');
  const arrive = await pauseUpload(page, first);
  await saved(page);
  const other = await page.context().newPage();
  await other.goto(`/edit/${product.slug}`);
  await pauseUpload(other, second);

  const steps: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/product-file')) steps.push(request.postDataJSON().step);
  });
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await step(page, 'Producto');
  await expect(page.getByText(/La subida de primero\.zip quedó a medias/)).toBeVisible();
  await arrive();
  await fileField(page).setInputFiles(first);
  await expect(page.getByText('Archivo subido: primero.zip')).toBeVisible({ timeout: 60_000 });
  expect(steps).toEqual(['goOn', 'finish']);
  other.on('dialog', (dialog) => void dialog.accept());
  await other.reload();
  await step(other, 'Producto');
  await expect(other.getByText(/La subida de segundo\.zip quedó a medias/)).toBeVisible();
});

test('a withdrawn submission disappears from the moderation queue', { tag: '@nightly' }, async ({ page }) => {
  test.setTimeout(60_000);
  const [creator, moderator] = [await createPerson(), await createModerator()];
  const product = await createProduct({ usuario_id: creator.id });
  await signIn(page, creator, `/edit/${product.slug}`);
  await step(page, 'Producto');
  await page.getByLabel('Tamaño aproximado').fill('12 MB');
  await send(page);
  await expect(page.getByText('Producto actualizado y enviado para revisión.')).toBeVisible();
  const desk = await moderatorTab(page);
  await openDesk(desk, moderator, product.name);
  await page.goto(`/edit/${product.slug}`);
  await page.getByRole('button', { name: 'Cancelar el envío' }).click();
  await expect(page.getByText('Envío cancelado. Tu texto es un borrador.')).toBeVisible();
  await desk.getByRole('button', { name: 'Aprobar' }).click();
  await desk.goto('/moderation');
  await expect(desk.getByRole('link', { name: new RegExp(product.name) })).toHaveCount(0);
  expect(
    (await database()`select tamano_aproximado from productos where id = ${product.id}`)[0]?.tamano_aproximado,
  ).not.toBe('12 MB');
  await desk.context().close();
});
