import { expect, type Locator } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { createProduct, giveOrder } from './support/goods.ts';
import { findMail, linkIn } from './support/mailbox.ts';
import { createPerson, signIn } from './support/people.ts';
import {
  createModerator,
  fillIn,
  moderatorTab,
  newName,
  openDesk,
  send,
  slugOf,
  step,
  uploadProductFile,
} from './support/publishing.ts';
import { test } from './support/test.ts';

test('a new creator sees all form errors, is rejected with reasons, resubmits, and is approved', async ({ page }) => {
  test.setTimeout(120_000);
  const creator = await createPerson();
  const name = newName();
  await signIn(page, creator, '/dashboard');
  await expect(page.getByText('El equipo lo revisa y te avisa.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Evolución' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Publicar un producto' }).click();
  await expect(page.getByRole('heading', { name: 'Publicar un producto' })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('region', { name: 'Español' }).getByLabel('Nombre').press('Enter');
  const errors = page.getByRole('alert').filter({ hasText: 'Por favor corrige los siguientes errores:' });
  await expect(errors.getByRole('listitem')).toHaveText([
    'El nombre es obligatorio.',
    'El slug es obligatorio.',
    'El precio debe ser 0 o mayor.',
    'La URL de la portada es obligatoria.',
    'La categoría es obligatoria.',
    'Debes añadir la URL de descarga.',
  ]);

  const next = page.getByRole('button', { name: /^Siguiente/ });
  await expect(next).toHaveAccessibleDescription(/El nombre es obligatorio\./);
  await next.press('Enter');
  await expect(page.getByRole('heading', { name: 'Paso 2 de 3: Visuales' })).toBeFocused();
  await expect(next).toHaveAccessibleDescription(/La URL de la portada es obligatoria\./);
  await next.click();
  await expect(page).toHaveURL(/paso=producto/);
  await expect(next).toHaveCount(0);
  await page.reload();
  await page.getByRole('button', { name: /^Anterior/ }).click();
  await expect(page.getByRole('heading', { name: 'Paso 2 de 3: Visuales' })).toBeFocused();
  await expect(page.getByRole('tab', { name: '3. Producto (falta algo)' })).toBeVisible();

  await fillIn(page, name);
  await expectNoAxeViolations(page);
  await expect(page.getByRole('complementary', { name: 'Así se verá en la tienda' })).toContainText(/9,50\s€/);
  await send(page);
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText('Producto creado y enviado a revisión.')).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('En revisión');
  expect((await page.request.get(`/p/${slugOf(name)}`)).status()).toBe(404);

  const [desk, moderator] = [await moderatorTab(page), await createModerator()];
  await openDesk(desk, moderator, name);
  await expect(desk.getByText('Una torre que crece sola.')).toBeVisible();
  const files = desk.getByRole('region', { name: 'Archivos' });
  await expect(files.getByText(/^[0-9a-f]{64}$/)).toBeVisible();
  expect(
    (
      await desk.request.get((await files.getByRole('link', { name: 'Torre final.zip' }).getAttribute('href')) ?? '')
    ).status(),
  ).toBe(200);
  await expectNoAxeViolations(desk);
  await desk.getByRole('button', { name: 'Pedir cambios' }).click();
  await expect(desk.getByText('Escribe en la nota qué tiene que cambiar (2000 caracteres como máximo).')).toBeVisible();
  await desk.getByRole('button', { name: 'Rechazar' }).click();
  await expect(desk.getByText('Elige al menos un motivo para rechazarlo.')).toBeVisible();
  await desk.getByRole('checkbox', { name: 'Información incompleta' }).check();
  await desk.getByLabel('Nota para quien lo creó').fill('Falta el tamaño');
  await desk.getByRole('button', { name: 'Rechazar' }).click();
  await expect(desk).toHaveURL('/moderation');

  const mail = await findMail(creator.email, new RegExp(`^${name} no se ha aprobado`));
  expect(mail.text).toContain('Falta el tamaño');
  expect(linkIn(mail, '/edit/')).toContain(`/edit/${slugOf(name)}?paso=revision`);
  await page.goto('/profile/notifications');
  await page.getByRole('link', { name: `${name} no se ha aprobado. Mira por qué` }).click();
  await expect(page.getByText('Información incompleta')).toBeVisible();
  await expect(page.getByText('Falta el tamaño')).toBeVisible();
  await expect(page.getByRole('tab', { name: '4. Revisión' })).toBeInViewport({ ratio: 1 });
  await page.getByLabel('Escribe un mensaje').fill('Ya lo he puesto.');
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Mensajes con el equipo de revisión' })).toContainText(
    'Ya lo he puesto.',
  );
  await findMail(moderator.email, new RegExp(`escribe sobre ${name}`));
  await step(page, 'Producto');
  await page.getByLabel('Tamaño aproximado').fill('12 MB');
  await send(page);
  await expect(page.getByText('Producto actualizado y enviado para revisión.')).toBeVisible();

  await desk.goto('/moderation');
  await desk.getByRole('link', { name: new RegExp(name) }).click();
  await expect(desk.getByText('Ya lo he puesto.')).toBeVisible();
  await desk.getByRole('button', { name: 'Aprobar' }).click();
  await expect(desk).toHaveURL('/moderation');
  expect(linkIn(await findMail(creator.email, new RegExp(`^${name} está aprobado`)), '/p/')).toContain(slugOf(name));
  await page.goto(`/p/${slugOf(name)}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText('Una torre que crece sola.')).toBeVisible();
  await desk.context().close();
});

test('a product on sale changes only after the approval, and its owners are notified of the version', {
  tag: '@nightly',
}, async ({ page }) => {
  test.setTimeout(90_000);
  const [creator, owner, moderator] = await Promise.all([createPerson(), createPerson(), createModerator()]);
  const product = await createProduct({ usuario_id: creator.id, precio: 5 });
  await giveOrder(owner, product.slug);
  await signIn(page, creator, `/edit/${product.slug}`);
  await page.getByLabel('Precio (€)', { exact: true }).fill('7,25');
  await step(page, 'Producto');
  await page.getByLabel('Novedades (Español)').fill('Más rápido');
  await send(page);
  await expect(page.getByRole('alert').getByText('Para contar las novedades, escribe la versión.')).toBeVisible();
  await page.getByLabel('Versión nueva').fill('2.0');
  await send(page);
  await expect(page.getByText('Producto actualizado y enviado para revisión.')).toBeVisible();
  await page.goto(`/p/${product.slug}`);
  await expect(page.getByText(/5,00\s€/).first()).toBeVisible();
  await page.goto(`/edit/${product.slug}`);
  await step(page, 'Revisión');
  await expect(page.getByText(/^Puesto en la cola: \d+\.$/)).toBeVisible();
  await expect(page.getByText('Lo que está a la venta no cambia hasta que se apruebe.')).toBeVisible();

  const desk = await moderatorTab(page);
  await openDesk(desk, moderator, product.name);
  const price = desk.getByRole('listitem').filter({ has: desk.getByRole('heading', { name: 'Precio (€)' }) });
  await expect(price).toContainText('5');
  await expect(price).toContainText('7,25');
  await desk.getByRole('button', { name: 'Aprobar' }).click();
  await expect(desk).toHaveURL('/moderation');
  await findMail(owner.email, new RegExp(`^${product.name} 2\\.0 ya está disponible`));
  // The first visit may still get the stale page while it is revalidated.
  await expect(async () => {
    await page.goto(`/p/${product.slug}`);
    await expect(page.getByText(/7,25\s€/).first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await desk.context().close();
});

test('a creator sells a bundle after a moderator has approved it', { tag: '@nightly' }, async ({ page }) => {
  const [creator, moderator] = [await createPerson(), await createModerator()];
  const [product, other] = [
    await createProduct({ usuario_id: creator.id, precio: 10 }),
    await createProduct({ usuario_id: creator.id, precio: 8 }),
  ];
  await signIn(page, creator, `/edit/${product.slug}`);
  await step(page, 'Producto');
  const bundles = page.getByRole('region', { name: 'Packs' });
  await bundles.getByRole('button', { name: 'Añadir un pack' }).click();
  await send(page);
  await expect(page.getByRole('alert').getByText('Cada pack necesita un nombre.')).toBeVisible();
  await expect(page.getByRole('alert').getByText('Cada pack incluye de uno a nueve productos más.')).toBeVisible();
  await bundles.getByLabel('Nombre del pack', { exact: true }).fill('Las dos obras');
  await bundles.getByLabel('Precio (€)', { exact: true }).fill('14');
  await bundles.getByRole('checkbox', { name: other.name }).check();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Vista previa' }).click();
  await expect(page.getByRole('dialog').getByText('Las dos obras')).toBeVisible();
  await page.getByRole('button', { name: 'Cerrar la vista previa' }).click();
  await send(page);
  await expect(page.getByText('Producto actualizado y enviado para revisión.')).toBeVisible();

  const desk = await moderatorTab(page);
  await openDesk(desk, moderator, product.name);
  await expect(desk.getByText(`Las dos obras · 14 € · ${other.name}`)).toBeVisible();
  await desk.getByRole('button', { name: 'Aprobar' }).click();
  await expect(desk).toHaveURL('/moderation');
  await desk.context().close();

  await page.goto(`/p/${other.slug}`);
  const box = page.getByRole('region', { name: 'Llévatelo en pack' });
  await expect(box).toContainText(/14,00\s€.*Ahorras 4,00\s€/);
  await box.getByRole('link', { name: 'Comprar el pack' }).click();
  await expect(page.getByRole('region', { name: 'Resumen' })).toContainText(/14,00\s€/);
});

test('the address /create redirects to the product form', { tag: '@nightly' }, async ({ page }) => {
  const answer = await page.request.get('/create', { maxRedirects: 0 });
  expect([answer.status(), answer.headers().location]).toEqual([308, '/publicar']);
});

test('a draft survives a reload and can be discarded', { tag: '@nightly' }, async ({ page }) => {
  await signIn(page, await createPerson(), '/publicar');
  const name = page.getByRole('region', { name: 'Español' }).getByLabel('Nombre');
  await name.fill('Castillo a medias');
  await expect(page.getByLabel('Dirección')).toHaveValue('castillo-a-medias');
  await expect(page.getByText('Borrador guardado')).toBeVisible();
  // The state and the buttons share a line on a phone.
  const middle = async (shown: Locator) => {
    const box = await shown.boundingBox();
    return box && Math.round(box.y + box.height / 2);
  };
  expect(await middle(page.getByText('Borrador guardado'))).toBe(
    await middle(page.getByRole('button', { name: 'Enviar a revisión' })),
  );
  await page.reload();
  await expect(page.getByText('Sigues con tu borrador.')).toBeVisible();
  await expect(name).toHaveValue('Castillo a medias');
  await page.getByRole('button', { name: 'Descartar y empezar de nuevo' }).click();
  await expect(name).toHaveValue('');
  await page.reload();
  await expect(name).toHaveValue('');
});

test('a product form that is sent after the session has ended keeps its draft until the next login', {
  tag: '@nightly',
}, async ({ page }) => {
  const creator = await createPerson();
  await signIn(page, creator, '/publicar');
  const name = page.getByRole('region', { name: 'Español' }).getByLabel('Nombre');
  await name.fill('Castillo');
  await expect(page.getByText('Borrador guardado')).toBeVisible();
  await page.context().clearCookies({ name: /^sb-/ });
  await name.fill('Castillo sin sesión');
  await expect(page.getByRole('link', { name: 'Abrir el inicio de sesión' })).toHaveAttribute('target', '_blank');
  await send(page);
  const alert = page.getByRole('alert').filter({ hasText: 'Tu sesión ha terminado.' });
  await expect(alert).toBeVisible();
  await expect(alert).not.toContainText('Por favor corrige');
  await signIn(page, creator);
  await expect(page.getByText('Borrador guardado')).toBeVisible();
  await page.reload();
  await expect(name).toHaveValue('Castillo sin sesión');
});

test('an upload resumes after a lost connection, and empty and forbidden files are refused', {
  tag: '@nightly',
}, async ({ page }) => {
  await signIn(page, await createPerson(), '/publicar');
  await step(page, 'Producto');
  const input = page.getByLabel('Subir un archivo: URL de descarga');
  await input.setInputFiles({ name: 'virus.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') });
  await expect(page.getByText('Ese tipo de archivo no se puede vender aquí.')).toBeVisible();
  await input.setInputFiles({ name: 'vacio.zip', mimeType: 'application/zip', buffer: Buffer.alloc(0) });
  await expect(page.getByText('El archivo está vacío.')).toBeVisible();

  let tries = 0;
  await page.route('**/storage/v1/upload/resumable/sign**', (route) => {
    tries += 1;
    return tries === 1 ? route.abort('connectionreset') : route.continue();
  });
  await uploadProductFile(page);
  expect(tries).toBeGreaterThan(1);
});

test('a file that is not a picture and an address of a private network are refused as a cover', {
  tag: '@nightly',
}, async ({ page }) => {
  await signIn(page, await createPerson(), '/publicar');
  await step(page, 'Visuales');
  const group = page.getByRole('group', { name: 'Portada' });
  await group
    .getByLabel('Subir una imagen')
    .setInputFiles({ name: 'portada.png', mimeType: 'image/png', buffer: Buffer.from('no es una imagen') });
  await expect(group.getByText('La imagen seleccionada no es válida')).toBeVisible();
  for (const address of [
    `${process.env.SITE_URL}/default-avatar.webp`,
    'https://127.0.0.1/x.png',
    'https://localhost/x.png',
  ]) {
    const answer = await page.request.post('/api/product-image?kind=cover', {
      headers: { origin: process.env.SITE_URL ?? '' },
      data: { url: address },
    });
    expect(answer.status(), address).toBe(422);
  }
});

test('the product form refuses foreign and missing products and reports a taken address', {
  tag: '@nightly',
}, async ({ page }) => {
  const product = await createProduct();
  await signIn(page, await createPerson());
  for (const slug of [product.slug, 'no-existe']) {
    await page.goto(`/edit/${slug}`);
    await expect(page).toHaveURL('/dashboard?aviso=producto');
    await expect(page.getByText('No se pudo cargar el producto.')).toBeVisible();
  }
  await page.goto('/publicar');
  await fillIn(page, newName());
  await step(page, 'Información');
  await page.getByLabel('Dirección').fill(product.slug);
  await send(page);
  await expect(page.getByRole('alert').getByText('Esa dirección ya la usa otro producto.')).toBeVisible();
});

const attacks = [
  '<script>window.hacked = 1</script>',
  '<img src=x onerror="window.hacked = 1">',
  '<svg onload="window.hacked = 1"><a href="javascript:window.hacked=1">x</a></svg>',
  '<iframe srcdoc="<script>parent.hacked = 1</script>"></iframe>',
  '<a href="javascript:window.hacked = 1">pulsa</a>',
  '<p style="position:fixed;inset:0;background:url(https://evil.test/x)">tapa</p>',
  '<form action="https://evil.test"><input name="p"><button>enviar</button></form>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror="window.hacked = 1">',
];

test('malicious HTML is sanitised in the editor, the preview and the product page', { tag: '@nightly' }, async ({
  page,
}) => {
  const creator = await createPerson();
  const product = await createProduct({ usuario_id: creator.id, descripcion: `<p>Hola</p>${attacks.join('')}` });
  await signIn(page, creator, `/edit/${product.slug}`);
  const editor = page.getByRole('textbox', { name: 'Descripción' }).first();
  await editor.click();
  await editor.evaluate(
    (element, html) => {
      const data = new DataTransfer();
      data.setData('text/html', html);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    },
    `<p>Pegado</p>${attacks.join('')}`,
  );
  await expect(editor).toContainText('Pegado');

  const dangers = 'script, img, svg, iframe, form, input, [style], [onerror], [onload], a[href^="javascript"]';
  await expect(
    editor.locator('script, svg, iframe, form, input, [onerror], [onload], a[href^="javascript"]'),
  ).toHaveCount(0);
  await page.getByRole('button', { name: 'Vista previa' }).click();
  const preview = page.getByRole('dialog', { name: 'Vista previa' }).locator('.rich-text');
  await expect(preview).toContainText('Pegado');
  await expect(preview.locator(dangers)).toHaveCount(0);
  await page.goto(`/p/${product.slug}`);
  const shown = page.locator('.rich-text');
  await expect(shown).toContainText('Hola');
  await expect(shown.locator(dangers)).toHaveCount(0);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
});
