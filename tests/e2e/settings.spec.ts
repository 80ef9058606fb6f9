import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { database } from './support/database.ts';
import { setFaults } from './support/faults.ts';
import { confirmBy, findMail } from './support/mailbox.ts';
import { createPerson, signIn } from './support/people.ts';
import { test } from './support/test.ts';

const toast = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

async function openSecurity(page: Page) {
  await page.getByRole('tab', { name: 'Seguridad' }).click();
}

test('a person edits the profile, and a taken or empty name keeps the input', async ({ page }) => {
  const other = await createPerson();
  const person = await createPerson();
  await signIn(page, person, '/profile/settings');
  await page.getByLabel('Nombre visible').fill(other.username);
  await page.getByLabel('Biografía').fill('Construyo castillos.');
  await page.getByLabel('Teléfono').fill('600-111-222');
  await page.getByRole('button', { name: 'Guardar' }).first().click();
  await expect(page.getByText('Otra persona ya usa ese nombre, o uno que se le parece demasiado.')).toBeVisible();
  await expect(page.getByLabel('Biografía')).toHaveValue('Construyo castillos.');

  await page.getByLabel('Nombre visible').fill(' ');
  await page.getByRole('button', { name: 'Guardar' }).first().click();
  await expect(page.getByText('Escribe un nombre.')).toBeVisible();

  await page.getByLabel('Nombre visible').fill(`Castellana${person.username.slice(-6)}`);
  await page.getByRole('button', { name: 'Guardar' }).first().click();
  await expect(toast(page, 'Cambios guardados')).toBeVisible();
  const [row] =
    await database()`select u.display_name, u.bio, p.phone from usuarios_meta u join profiles p using (id) where u.id = ${person.id}`;
  expect(row).toMatchObject({ bio: 'Construyo castillos.', phone: '600-111-222' });
  expect(row?.display_name).toBe(`Castellana${person.username.slice(-6)}`);
});

test('an uploaded avatar is decoded, resized and stripped of metadata', { tag: '@nightly' }, async ({ page }) => {
  const person = await createPerson();
  await signIn(page, person, '/profile/settings');
  const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#2f8f5b' } })
    .withExif({ IFD0: { Artist: 'dirección secreta' } })
    .jpeg()
    .toBuffer();
  await page.getByLabel('Cambiar el avatar').setInputFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer: photo });
  await expect(toast(page, 'Cambios guardados')).toBeVisible();
  const [row] = await database()`select avatar_url from usuarios_meta where id = ${person.id}`;
  expect(row?.avatar_url).toMatch(new RegExp(`usuarios/${person.id}/\\d+-[\\w-]+\\.webp`));
  const stored = await page.request.get(row?.avatar_url);
  const { width, height, exif } = await sharp(await stored.body()).metadata();
  expect([width, height, exif]).toEqual([512, 512, undefined]);
});

const noPictures = [
  [
    'a text file named like a picture is refused',
    { name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from('no es una imagen') },
  ],
  ['an empty file is refused', { name: 'foto.png', mimeType: 'image/png', buffer: Buffer.alloc(0) }],
  ['an unsupported type is refused', { name: 'foto.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') }],
] as const;

test('a file that is not a valid picture is refused, and the avatar stays', { tag: '@nightly' }, async ({ page }) => {
  const person = await createPerson();
  await signIn(page, person);
  for (const [title, file] of noPictures) {
    await test.step(title, async () => {
      await page.goto('/profile/settings');
      await page.getByLabel('Cambiar el avatar').setInputFiles(file);
      await expect(page.getByText('La imagen seleccionada no es válida')).toBeVisible();
      const [row] = await database()`select avatar_url from usuarios_meta where id = ${person.id}`;
      expect(row?.avatar_url).not.toContain(person.id);
    });
  }
});

test('a password change requires the current password and ends other sessions', { tag: '@nightly' }, async ({
  page,
  browser,
}) => {
  const person = await createPerson();
  const elsewhere = await browser.newPage({ baseURL: process.env.SITE_URL });
  await signIn(elsewhere, person, '/profile');
  await signIn(page, person, '/profile/settings');
  await openSecurity(page);
  const passwords = page.getByRole('region', { name: 'Cambiar contraseña' });
  const change = async (current: string, next: string, again = next) => {
    await passwords.getByLabel('Contraseña actual').fill(current);
    await passwords.getByLabel('Nueva contraseña', { exact: true }).fill(next);
    await passwords.getByLabel('Repite la nueva contraseña').fill(again);
    await passwords.getByRole('button', { name: 'Cambiar contraseña' }).click();
  };
  await change('', 'Nueva1234');
  await expect(passwords.getByText('Completa todos los campos').first()).toBeVisible();
  await change(person.password, 'Nueva1234', 'Otra12345');
  await expect(passwords.getByText('Las contraseñas no coinciden')).toBeVisible();
  await change('equivocada', 'Nueva1234');
  await expect(passwords.getByText('Contraseña actual incorrecta')).toBeVisible();
  await change(person.password, 'Nueva1234');
  await expect(toast(page, 'Contraseña actualizada')).toBeVisible();

  await page.goto('/profile/settings');
  await expect(page.getByRole('heading', { name: 'Ajustes' })).toBeVisible();
  const answer = await elsewhere.request.get('/api/me');
  expect((await answer.json()).user).toBeNull();
  await elsewhere.close();
});

test('a new mail address applies after its confirmation and ends other sessions', {
  tag: '@nightly',
}, async ({ page, browser }) => {
  const person = await createPerson();
  const address = `nuevo.${person.username}@gmail.com`;
  await signIn(page, person, '/profile/settings');
  await openSecurity(page);
  const form = page.getByRole('region', { name: 'Cambiar correo' });
  await form.getByLabel('Nuevo correo').fill('yo@ejemplo.test');
  await form.getByLabel('Contraseña actual').fill(person.password);
  await form.getByRole('button', { name: 'Cambiar correo' }).click();
  await expect(form.getByText('Este dominio aún no está admitido.')).toBeVisible();
  await form.getByLabel('Nuevo correo').fill(address);
  await form.getByLabel('Contraseña actual').fill(person.password);
  await form.getByRole('button', { name: 'Cambiar correo' }).click();
  await expect(form.getByText(`Falta confirmar ${address}`)).toBeVisible();
  const mail = await findMail(address, /./);
  const elsewhere = await browser.newPage({ baseURL: process.env.SITE_URL });
  await signIn(elsewhere, person, '/profile');
  await confirmBy(page, mail, 'Confirmar el cambio');
  await expect
    .poll(async () => (await database()`select email from auth.users where id = ${person.id}`)[0]?.email)
    .toBe(address);
  await expect(page.getByRole('heading', { name: 'Ajustes' })).toBeVisible();
  expect((await (await elsewhere.request.get('/api/me')).json()).user).toBeNull();
  await elsewhere.close();
});

test('signing out everywhere ends the sessions of every device', { tag: '@nightly' }, async ({ page, browser }) => {
  const person = await createPerson();
  const elsewhere = await browser.newPage({ baseURL: process.env.SITE_URL });
  await signIn(elsewhere, person, '/profile');
  await signIn(page, person, '/profile/settings');
  await openSecurity(page);
  await page.getByRole('button', { name: 'Cerrar sesión en todas partes' }).click();
  await expect(page).toHaveURL(/\/login/);
  for (const tab of [page, elsewhere]) {
    expect((await (await tab.request.get('/api/me')).json()).user).toBeNull();
  }
  await elsewhere.close();
});

test('a failed sign-out everywhere shows a message and stays on the page', { tag: '@nightly' }, async ({ page }) => {
  const person = await createPerson();
  await signIn(page, person, '/profile/settings');
  await openSecurity(page);
  await setFaults(person, { on: 'auth', kind: 'limited', containing: '/logout' });
  const form = page.getByRole('region', { name: 'Sesiones' });
  await form.getByRole('button', { name: 'Cerrar sesión en todas partes' }).click();
  await expect(form.getByRole('alert')).toContainText('La tienda no puede hacerlo ahora mismo.');
  await expect(page).toHaveURL('/profile/settings');
  await setFaults(person);
  await form.getByRole('button', { name: 'Cerrar sesión en todas partes' }).click();
  await expect(page).toHaveURL(/\/login/);
});

test('a person exports their data', { tag: '@nightly' }, async ({ page }) => {
  const person = await createPerson();
  await signIn(page, person, '/profile/settings');
  await openSecurity(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Descargar mis datos' }).click(),
  ]);
  const data = await readFile(await download.path(), 'utf8');
  expect(JSON.parse(data)).toMatchObject({ cuenta: { id: person.id } });
});

test('deleting the account requires the password and ends the login', async ({ page }) => {
  const person = await createPerson();
  await signIn(page, person, '/profile/settings');
  await openSecurity(page);
  await page.getByRole('button', { name: 'Eliminar cuenta' }).click();
  const dialog = page.getByRole('dialog', { name: '¿Eliminar tu cuenta?' });
  await dialog.getByLabel('Contraseña actual').fill('equivocada');
  await dialog.getByRole('button', { name: 'Eliminar para siempre' }).click();
  await expect(dialog.getByText('Contraseña actual incorrecta')).toBeVisible();
  await dialog.getByLabel('Contraseña actual').fill(person.password);
  await dialog.getByRole('button', { name: 'Eliminar para siempre' }).click();
  await expect(page).toHaveURL('/');
  expect((await (await page.request.get('/api/me')).json()).user).toBeNull();
  expect(await database()`select 1 from auth.users where email = ${person.email}`).toHaveLength(0);

  await page.goto('/login');
  await page.getByLabel('Correo electrónico').fill(person.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page.getByText(/Correo o contraseña|incorrect/i).first()).toBeVisible();
});

test('chosen mail notifications are saved', { tag: '@nightly' }, async ({ page }) => {
  const person = await createPerson();
  await signIn(page, person, '/profile/settings');
  const form = page.getByRole('region', { name: 'Avisos por correo' });
  await form.getByLabel('Un creador al que sigo publica un producto').check();
  await form.getByLabel('Sale una versión nueva de algo que es mío').uncheck();
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(toast(page, 'Cambios guardados')).toBeVisible();
  await page.reload();
  await expect(form.getByLabel('Un creador al que sigo publica un producto')).toBeChecked();
  await expect(form.getByLabel('Sale una versión nueva de algo que es mío')).not.toBeChecked();
});

test('checkboxes of mail notifications keep their state after saving and after an outage', { tag: '@nightly' }, async ({
  page,
}) => {
  const person = await createPerson();
  await signIn(page, person, '/profile/settings');
  const form = page.getByRole('region', { name: 'Avisos por correo' });
  const versions = form.getByLabel('Sale una versión nueva de algo que es mío');
  const products = form.getByLabel('Un creador al que sigo publica un producto');
  await versions.uncheck();
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(toast(page, 'Cambios guardados')).toBeVisible();
  await expect(versions).not.toBeChecked();

  await products.check();
  await setFaults(person, { on: 'rest', kind: 'unavailable' });
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(form.getByRole('alert')).toContainText('La tienda no puede hacerlo ahora mismo.');
  await expect(products).toBeChecked();
  await setFaults(person);
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(form.getByRole('alert')).toBeHidden();
  const [row] =
    await database()`select correo_producto_nuevo, correo_version_nueva from preferencias_aviso where user_id = ${person.id}`;
  expect(row).toEqual({ correo_producto_nuevo: true, correo_version_nueva: false });
});

test('a biography of 500 characters may contain line breaks', { tag: '@nightly' }, async ({ page }) => {
  const person = await createPerson();
  await signIn(page, person, '/profile/settings');
  const bio = page.getByLabel('Biografía');
  const text = `${'x'.repeat(48)}\n`.repeat(10) + 'y'.repeat(10);
  expect(text).toHaveLength(500);
  await bio.fill(text);
  await page.getByRole('button', { name: 'Guardar' }).first().click();
  await expect(toast(page, 'Cambios guardados')).toBeVisible();
  expect(await database()`select bio from usuarios_meta where id = ${person.id}`).toEqual([{ bio: text }]);
});

test('the chosen language is stored for mails', { tag: '@nightly' }, async ({ page }) => {
  const person = await createPerson();
  const language = async () => (await database()`select idioma from usuarios_meta where id = ${person.id}`)[0]?.idioma;
  await signIn(page, person, '/profile/lang');
  await page.getByRole('main').getByRole('button', { name: 'Usar English' }).click();
  await expect(page.getByRole('heading', { name: 'Language' })).toBeVisible();
  expect(await language()).toBe('en');
  await page.goto('/');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Español' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  expect(await language()).toBe('es');
});
