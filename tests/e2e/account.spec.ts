import { randomUUID } from 'node:crypto';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { googleCode } from '@unstore/local-supabase/testing';
import bcrypt from 'bcryptjs';
import { expectNoAxeViolations } from './support/axe.ts';
import { database } from './support/database.ts';
import { confirmBy, findMail, linkIn, listMails } from './support/mailbox.ts';
import { createPerson, logIn, signIn } from './support/people.ts';
import { test } from './support/test.ts';

const newName = () => `n${randomUUID().replaceAll('-', '').slice(0, 12)}`;

async function tryPassword(page: Page, email: string, password: string) {
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
}

/** Says that the requests of this browser come from somewhere else, as an attacker does. */
const pretend = (context: BrowserContext, number: number) =>
  context.setExtraHTTPHeaders({ 'x-forwarded-for': `203.0.113.${number}`, 'x-real-ip': `198.51.100.${number}` });

test('a new person registers, confirms the address, and is signed in', async ({ page }) => {
  const name = newName();
  await page.goto('/login?mode=register');
  await page.getByLabel('Nombre de usuario').fill(name);
  await page.getByLabel('Correo electrónico').fill(`${name}@gmail.com`);
  await page.getByLabel('Contraseña', { exact: true }).fill('Secreta123');
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirma tu correo' });
  await expect(dialog.getByRole('link', { name: 'Abrir mi correo' })).toBeVisible();

  const mail = await findMail(`${name}@gmail.com`, /Confirma tu correo/);
  await confirmBy(page, mail, 'Confirmar mi correo');
  await expect(page).toHaveURL('/');
  const { user } = await (await page.request.get('/api/me')).json();
  expect(user).toMatchObject({ username: name, role: 'user', reputation: 'buena', club: false, uncoins: 0 });
  const achievements = await database()`select logro from logros_usuario where user_id = ${user.id}`;
  expect(achievements.map(({ logro }) => logro)).toEqual(['cuenta_creada']);
  const cookies = await page.context().cookies();
  for (const cookie of cookies.filter(({ name: key }) => key.startsWith('sb-'))) {
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  }
});

/** Registers from the product that a guest wants to buy, and answers with the mail and the new name. */
async function registerToBuy(page: Page) {
  const name = newName();
  await page.goto('/p/fragua-arcana');
  await page.getByRole('main').getByRole('link', { name: 'Comprar' }).first().click();
  await page.getByRole('link', { name: 'Crear cuenta' }).click();
  await page.getByLabel('Nombre de usuario').fill(name);
  await page.getByLabel('Correo electrónico').fill(`${name}@gmail.com`);
  await page.getByLabel('Contraseña', { exact: true }).fill('Secreta123');
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  // The mail arrives before the response that gives this browser its secret.
  await expect(page.getByRole('dialog', { name: 'Confirma tu correo' })).toBeVisible();
  return { name, mail: await findMail(`${name}@gmail.com`, /Confirma tu correo/) };
}

async function expectInCart(page: Page) {
  await expect(page).toHaveURL(/\/cart\?producto=fragua-arcana/);
  await expect(page.getByRole('main').getByRole('heading', { name: 'Fragua Arcana' })).toBeVisible();
}

test('a guest who registers in order to buy a product finds it in the cart', async ({ page }) => {
  const { mail } = await registerToBuy(page);
  await confirmBy(page, mail, 'Confirmar mi correo');
  await expectInCart(page);
});

test('a guest who confirms in another browser enters the password and finds the product in the cart there', {
  tag: '@nightly',
}, async ({ page, browser }) => {
  const { name, mail } = await registerToBuy(page);
  const other = await browser.newContext();
  const phone = await other.newPage();
  await confirmBy(phone, mail, 'Confirmar mi correo');
  await expect(phone.getByRole('heading', { name: 'Escribe tu contraseña' })).toBeVisible();
  await expectNoAxeViolations(phone);
  await phone.getByLabel('Contraseña', { exact: true }).fill('Otra12345');
  await phone.getByRole('button', { name: 'Confirmar mi correo' }).click();
  await expect(phone.getByText('Esa no es la contraseña con la que se creó la cuenta.')).toBeVisible();
  await phone.getByLabel('Contraseña', { exact: true }).fill('Secreta123');
  await phone.getByRole('button', { name: 'Confirmar mi correo' }).click();
  await expectInCart(phone);
  await other.close();
  await page.goto('/login');
  await tryPassword(page, `${name}@gmail.com`, 'Secreta123');
  await expect(page).toHaveURL('/');
});

test('the confirmation mail is sent again on request, at most once per minute', { tag: '@nightly' }, async ({
  page,
}) => {
  const name = newName();
  const address = `${name}@gmail.com`;
  await page.goto('/login?mode=register');
  await page.getByLabel('Nombre de usuario').fill(name);
  await page.getByLabel('Correo electrónico').fill(address);
  await page.getByLabel('Contraseña', { exact: true }).fill('Secreta123');
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirma tu correo' });
  await findMail(address, /Confirma tu correo/);
  const again = dialog.getByRole('button', { name: 'Enviar el correo otra vez' });
  const sent = dialog.getByText('Si esa cuenta espera la confirmación, el correo va de camino.');
  await again.click();
  // A second mail right after the first one is not sent; the message hides that, because it would reveal pending
  // confirmations.
  await expect(sent).toBeVisible();
  await expect.poll(async () => (await listMails(address)).length).toBe(1);
  await database()`update auth.users set confirmation_sent_at = now() - interval '2 minutes' where email = ${address}`;
  await again.click();
  await expect(sent).toBeVisible();
  await expect.poll(async () => (await listMails(address)).length).toBe(2);
});

test('an unconfirmed account cannot log in', { tag: '@nightly' }, async ({ page }) => {
  const name = newName();
  await page.goto('/login?mode=register');
  await page.getByLabel('Nombre de usuario').fill(name);
  await page.getByLabel('Correo electrónico').fill(`${name}@gmail.com`);
  await page.getByLabel('Contraseña', { exact: true }).fill('Secreta123');
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goto('/login');
  await tryPassword(page, `${name}@gmail.com`, 'incorrecta');
  await expect(page.getByRole('main').getByText('Correo o contraseña inválidos.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Correo o contraseña inválidos.' })).toBeVisible();
  await tryPassword(page, `${name}@gmail.com`, 'Secreta123');
  await expect(page.getByRole('main').getByText('Debes confirmar tu correo antes de iniciar sesión.')).toBeVisible();
});

const refusedForms = [
  [
    'a domain that is not on the list',
    { name: 'nombre_libre', email: 'a@example.org', password: 'Secreta123' },
    'Este dominio aún no está admitido.',
  ],
  [
    'a short password',
    { name: 'nombre_libre', email: 'a@gmail.com', password: '12345' },
    'La contraseña debe tener al menos 6 caracteres.',
  ],
  [
    'an empty username',
    { name: ' ', email: 'a@gmail.com', password: 'Secreta123' },
    'El nombre de usuario no puede estar vacío.',
  ],
  [
    'a short username',
    { name: 'ab', email: 'a@gmail.com', password: 'Secreta123' },
    'El nombre de usuario debe tener entre 3 y 20 caracteres.',
  ],
  [
    'no e-mail',
    { name: 'nombre_libre', email: '', password: 'Secreta123' },
    'Debes introducir un correo y una contraseña.',
  ],
  [
    'a mistyped e-mail',
    { name: 'nombre_libre', email: 'ana@gmail', password: 'Secreta123' },
    'Debe ser un correo electrónico válido y contraseña válidos.',
  ],
] as const;

test('the login form shows a message for missing and malformed values', { tag: '@nightly' }, async ({ page }) => {
  await page.goto('/login');
  const main = page.getByRole('main');
  for (const [email, password, message] of [
    ['ana@gmail', 'Secreta123', 'Debe ser un correo electrónico válido y contraseña válidos.'],
    ['ana@gmail', '', 'Debes introducir un correo y una contraseña.'],
    ['', 'Secreta123', 'Debes introducir un correo y una contraseña.'],
  ] as const) {
    await page.getByLabel('Correo electrónico').fill(email);
    await page.getByLabel('Contraseña', { exact: true }).fill(password);
    await main.getByRole('button', { name: 'Iniciar sesión' }).click();
    await expect(main.getByText(message).first()).toBeVisible();
  }
});

test('the registration form shows a message for missing and invalid values and keeps the input', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.goto('/login?mode=register');
  for (const [title, values, message] of refusedForms) {
    await test.step(title, async () => {
      await page.getByLabel('Nombre de usuario').fill(values.name);
      await page.getByLabel('Correo electrónico').fill(values.email);
      await page.getByLabel('Contraseña', { exact: true }).fill(values.password);
      await page.getByRole('button', { name: 'Crear cuenta' }).click();
      await expect(page.getByRole('main').getByText(message)).toBeVisible();
      await expect(page.getByLabel('Correo electrónico')).toHaveValue(values.email);
      await expect(page.getByLabel('Contraseña', { exact: true })).toHaveValue(values.password);
    });
  }
});

test('a taken username is reported before the form is sent, and again by the server', { tag: '@nightly' }, async ({
  page,
}) => {
  const { username } = await createPerson();
  await page.goto('/login?mode=register');
  const field = page.getByLabel('Nombre de usuario');
  await field.fill(newName());
  await field.blur();
  await expect(page.getByText(/está libre/)).toBeVisible();
  await field.fill(username.toUpperCase());
  await field.blur();
  const taken = page.getByRole('main').getByText('Ese nombre de usuario ya está en uso. Elige otro.');
  await expect(taken).toBeVisible();
  await page.getByLabel('Correo electrónico').fill(`${newName()}@gmail.com`);
  await page.getByLabel('Contraseña', { exact: true }).fill('Secreta123');
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'ya está en uso' })).toBeVisible();
  await expect(taken).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a person signs in with Google, chooses a username, and returns to the requested page', {
  tag: '@nightly',
}, async ({ page }) => {
  test.skip(Boolean(process.env.AUTH_BINARY), 'The real Auth asks Google for its addresses.');
  const id = randomUUID();
  const email = `g${id.slice(0, 12)}@gmail.com`;
  // Emulates the redirects at Auth and at Google, because a redirect cannot be intercepted.
  await page.route('**/auth/social?**', async (route) => {
    const begun = await route.fetch({ maxRedirects: 0 });
    const authorized = await fetch(begun.headers().location ?? '', { redirect: 'manual' });
    const asked = new URL(authorized.headers.get('location') ?? '').searchParams;
    const back = new URL(asked.get('redirect_uri') ?? '');
    back.searchParams.set('state', asked.get('state') ?? '');
    back.searchParams.set('code', googleCode({ id, email, name: 'Ana Pérez', verified: true }));
    await route.fulfill({ status: 303, headers: { ...begun.headers(), location: back.href } });
  });
  await page.goto('/profile/favorites');
  await expect(page.getByRole('link', { name: 'Continuar con Discord' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Continuar con Google' }).click();
  await expect(page.getByRole('heading', { name: 'Elige tu nombre de usuario' })).toBeVisible();
  const name = newName();
  await page.getByLabel('Nombre de usuario').fill(name);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page).toHaveURL('/profile/favorites');
  const { user } = await (await page.request.get('/api/me')).json();
  expect(user).toMatchObject({ username: name, displayName: name, secondFactor: 'none' });
});

test('a person replaces a forgotten password through the mail', async ({ page }) => {
  const person = await createPerson();
  await page.goto('/login?mode=reset');
  await page.getByLabel('Correo electrónico').fill(person.email);
  await page.getByRole('button', { name: 'Enviar enlace' }).click();
  await expect(page.getByText(/Si existe una cuenta con ese correo/)).toBeVisible();
  const mail = await findMail(person.email, /Cambia tu contraseña/);
  await confirmBy(page, mail, 'Cambiar contraseña');
  await expect(page).toHaveURL('/reset-password');
  await page.getByLabel('Nueva contraseña').fill('OtraClave9');
  await page.getByLabel('Repite la contraseña').fill('OtraClave9');
  await page.getByRole('button', { name: 'Guardar contraseña' }).click();
  await expect(page.getByText('Contraseña actualizada')).toBeVisible();
  // The link is used up: the session continues, but cannot set a second password.
  await page.goto('/reset-password');
  await expect(page.getByText('Abre esta página desde el enlace de tu correo.')).toBeVisible();
  await page.goto('/logout');
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page).toHaveURL('/');
  await logIn(page, { email: person.email, password: 'OtraClave9' }, '/profile');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(person.username);
});

test('a wrong password and an unknown address show the same message', { tag: '@nightly' }, async ({ page }) => {
  const person = await createPerson();
  for (const email of [person.email, `nadie.${randomUUID()}@gmail.com`]) {
    await page.goto('/login');
    await page.getByLabel('Correo electrónico').fill(email);
    await page.getByLabel('Contraseña', { exact: true }).fill('incorrecta');
    await page.getByRole('button', { name: 'Iniciar sesión' }).click();
    await expect(page.getByRole('main').getByText('Correo o contraseña inválidos.')).toBeVisible();
  }
});

test('personal pages redirect guests to the login and back; the login redirects signed-in people home', {
  tag: '@nightly',
}, async ({ page }) => {
  const person = await createPerson();
  await page.goto('/profile/favorites');
  await expect(page).toHaveURL('/login?next=%2Fprofile%2Ffavorites');
  await logIn(page, person, '/profile/favorites');
  await page.goto('/login');
  await expect(page).toHaveURL('/');
});

test('a login link cannot redirect to another site', { tag: '@nightly' }, async ({ page }) => {
  const person = await createPerson();
  await page.goto('/login?next=//example.org/');
  await page.getByLabel('Correo electrónico').fill(person.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page).toHaveURL('/');
});

test('a banned person is redirected to a page with the reason and the end of the ban', { tag: '@nightly' }, async ({
  page,
}) => {
  const person = await createPerson();
  await signIn(page, person);
  await database()`update usuarios_meta set banned_until = '2099-01-02', ban_motivo = 'Reventa' where id = ${person.id}`;
  await page.goto('/profile');
  await expect(page).toHaveURL('/ban');
  await expect(page.getByText('Hasta el 2 de enero de 2099.')).toBeVisible();
  await expect(page.getByText('Motivo: Reventa')).toBeVisible();
});

test('an account locks after ten wrong passwords from any address, but its owner still logs in', {
  tag: '@nightly',
}, async ({ page, browser }) => {
  const person = await createPerson();
  const own = await browser.newContext();
  const ownPage = await own.newPage();
  await logIn(ownPage, person);
  await own.clearCookies({ name: /^sb-/ });

  await page.goto('/login');
  for (let attempt = 0; attempt <= 10; attempt += 1) {
    await pretend(page.context(), attempt);
    await tryPassword(page, person.email, `incorrecta${attempt}`);
    await expect(page.getByLabel('Contraseña', { exact: true })).toHaveValue('');
    await expect(page.getByRole('main').getByText(/inválidos|Demasiados intentos/)).toBeVisible();
  }
  await pretend(page.context(), 99);
  await tryPassword(page, person.email, person.password);
  await expect(
    page.getByRole('main').getByText('Demasiados intentos. Espera unos minutos y prueba otra vez.'),
  ).toBeVisible();
  await logIn(ownPage, person, '/profile');
  await expect(ownPage.getByRole('heading', { level: 1 })).toContainText(person.username);
  await own.close();
});

test('a mail link acts only after a confirmation, so scanners and other sites cannot use it', {
  tag: '@nightly',
}, async ({ page, browser }) => {
  const person = await createPerson();
  await page.goto('/login?mode=reset');
  await page.getByLabel('Correo electrónico').fill(person.email);
  await page.getByRole('button', { name: 'Enviar enlace' }).click();
  const link = linkIn(await findMail(person.email, /Cambia tu contraseña/), '/auth/confirm');
  const form = Object.fromEntries(new URL(link).searchParams);
  for (let time = 0; time < 3; time += 1) expect((await page.request.get(link)).status()).toBe(200);
  for (const origin of ['https://evil.example', 'null']) {
    const forced = await page.request.post('/auth/confirm', { form, headers: { origin }, maxRedirects: 0 });
    expect(forced.status()).toBe(403);
  }
  expect((await (await page.request.get('/api/me')).json()).user).toBeNull();

  const plain = await browser.newContext({ javaScriptEnabled: false });
  const plainPage = await plain.newPage();
  await plainPage.goto(link);
  await plainPage.getByRole('button', { name: 'Cambiar contraseña' }).click();
  await expect(plainPage).toHaveURL('/reset-password');
  await plain.close();
  await page.goto(link);
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click();
  await expect(page.getByRole('heading', { name: 'Este enlace ya no sirve' })).toBeVisible();
});

test('a session without a recovery link cannot set a new password', { tag: '@nightly' }, async ({ page, context }) => {
  const [thief, victim] = [await createPerson(), await createPerson()];
  await signIn(page, victim);
  await page.goto('/reset-password');
  await expect(page.getByText('Abre esta página desde el enlace de tu correo.')).toBeVisible();

  // Nor with the recovery cookie of another person.
  const other = await context.browser()?.newContext();
  if (!other) throw new Error('no browser');
  const otherPage = await other.newPage();
  await otherPage.goto('/login?mode=reset');
  await otherPage.getByLabel('Correo electrónico').fill(thief.email);
  await otherPage.getByRole('button', { name: 'Enviar enlace' }).click();
  await confirmBy(otherPage, await findMail(thief.email, /Cambia tu contraseña/), 'Cambiar contraseña');
  await expect(otherPage).toHaveURL('/reset-password');
  await context.addCookies((await other.cookies()).filter(({ name }) => name === 'recovery'));
  await page.goto('/reset-password');
  await expect(page.getByText('Abre esta página desde el enlace de tu correo.')).toBeVisible();

  // Nor with an open form of another person, sent with the session of the victim.
  await other.clearCookies({ name: /^sb-/ });
  await other.addCookies((await context.cookies()).filter(({ name }) => name.startsWith('sb-')));
  await otherPage.getByLabel('Nueva contraseña').fill('DelLadron1');
  await otherPage.getByLabel('Repite la contraseña').fill('DelLadron1');
  await otherPage.getByRole('button', { name: 'Guardar contraseña' }).click();
  await expect(otherPage.getByRole('main').getByText('El enlace ya no es válido. Pide uno nuevo.')).toBeVisible();
  const [account] = await database()`select encrypted_password from auth.users where id = ${victim.id}`;
  expect(await bcrypt.compare(victim.password, account?.encrypted_password)).toBe(true);
  await other.close();
});

test('an address gets at most three reset mails per hour, and every request shows the same message', {
  tag: '@nightly',
}, async ({ page }) => {
  const person = await createPerson();
  for (let request = 0; request < 6; request += 1) {
    await pretend(page.context(), request);
    await page.goto('/login?mode=reset');
    await page.getByLabel('Correo electrónico').fill(person.email);
    await page.getByRole('button', { name: 'Enviar enlace' }).click();
    await expect(page.getByText(/Si existe una cuenta con ese correo/)).toBeVisible();
    // Auth itself sends at most one per minute.
    await database()`update auth.users set recovery_sent_at = recovery_sent_at - interval '1 minute'
      where id = ${person.id}`;
  }
  await expect.poll(async () => (await listMails(person.email)).length).toBe(3);
});

test('registering a known address shows the usual message, and its owner gets a mail', {
  tag: '@nightly',
}, async ({ page }) => {
  const person = await createPerson();
  await page.goto('/login?mode=register');
  await page.getByLabel('Nombre de usuario').fill(newName());
  await page.getByLabel('Correo electrónico').fill(person.email);
  await page.getByLabel('Contraseña', { exact: true }).fill('Secreta123');
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  await expect(page.getByRole('dialog', { name: 'Confirma tu correo' })).toBeVisible();
  await findMail(person.email, /Ya tienes una cuenta/);
  expect(await listMails(person.email)).toHaveLength(1);
});

test('a form keeps its input after a lost connection and after an expired session', {
  tag: '@nightly',
}, async ({ page }) => {
  await signIn(page, await createPerson(), '/profile/settings');
  const bio = page.getByLabel('Biografía');
  const save = page.getByRole('region', { name: 'Sobre ti' }).getByRole('button', { name: 'Guardar' });
  await bio.fill('Construyo mundos de hielo.');
  await page.context().setOffline(true);
  await save.click();
  await expect(page.getByText('Error al guardar los cambios.')).toBeVisible();
  await expect(bio).toHaveValue('Construyo mundos de hielo.');
  await page.context().setOffline(false);

  await page.context().clearCookies();
  await save.click();
  await expect(page.getByText('Tu sesión ha terminado.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Abrir el inicio de sesión' })).toHaveAttribute('target', '_blank');
  await expect(bio).toHaveValue('Construyo mundos de hielo.');
});
