import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { database } from './support/database.ts';
import { findMail, linkIn, listMails } from './support/mailbox.ts';
import { createPerson, signIn } from './support/people.ts';

const newName = () => `n${randomUUID().replaceAll('-', '').slice(0, 12)}`;

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
  await page.goto(linkIn(mail, '/auth/confirm'));
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

test('the confirmation mail is sent again, to whoever waits for it', async ({ page }) => {
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
  await again.click();
  await expect(dialog.getByText('Acabamos de enviarlo. Espera un minuto antes de pedirlo otra vez.')).toBeVisible();
  await database()`update auth.users set confirmation_sent_at = now() - interval '2 minutes' where email = ${address}`;
  await again.click();
  await expect(dialog.getByText('Si esa cuenta espera la confirmación, el correo va de camino.')).toBeVisible();
  await expect.poll(async () => (await listMails(address)).length).toBe(2);
});

test('an unconfirmed address cannot log in', async ({ page }) => {
  const name = newName();
  await page.goto('/login?mode=register');
  await page.getByLabel('Nombre de usuario').fill(name);
  await page.getByLabel('Correo electrónico').fill(`${name}@gmail.com`);
  await page.getByLabel('Contraseña', { exact: true }).fill('Secreta123');
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goto('/login');
  await page.getByLabel('Correo electrónico').fill(`${name}@gmail.com`);
  await page.getByLabel('Contraseña', { exact: true }).fill('Secreta123');
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page.getByText('Debes confirmar tu correo antes de iniciar sesión.')).toBeVisible();
});

for (const [title, values, message] of [
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
] as const) {
  test(`registering with ${title} says so and keeps what was typed`, async ({ page }) => {
    await page.goto('/login?mode=register');
    await page.getByLabel('Nombre de usuario').fill(values.name);
    await page.getByLabel('Correo electrónico').fill(values.email);
    await page.getByLabel('Contraseña', { exact: true }).fill(values.password);
    await page.getByRole('button', { name: 'Crear cuenta' }).click();
    await expect(page.getByText(message)).toBeVisible();
    await expect(page.getByLabel('Correo electrónico')).toHaveValue(values.email);
  });
}

test('a forgotten password is replaced through the mail', async ({ page }) => {
  const person = await createPerson();
  await page.goto('/login?mode=reset');
  await page.getByLabel('Correo electrónico').fill(person.email);
  await page.getByRole('button', { name: 'Enviar enlace' }).click();
  await expect(page.getByText(/Si existe una cuenta con ese correo/)).toBeVisible();
  const mail = await findMail(person.email, /Cambia tu contraseña/);
  await page.goto(linkIn(mail, '/auth/confirm'));
  await expect(page).toHaveURL('/reset-password');
  await page.getByLabel('Nueva contraseña').fill('OtraClave9');
  await page.getByLabel('Repite la contraseña').fill('OtraClave9');
  await page.getByRole('button', { name: 'Guardar contraseña' }).click();
  await expect(page.getByText('Contraseña actualizada')).toBeVisible();
  await page.goto('/logout');
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page).toHaveURL('/');
  await signIn(page, { email: person.email, password: 'OtraClave9' }, '/profile');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(person.username);
});

test('a wrong password gives one message, whoever it is', async ({ page }) => {
  const person = await createPerson();
  for (const email of [person.email, `nadie.${randomUUID()}@gmail.com`]) {
    await page.goto('/login');
    await page.getByLabel('Correo electrónico').fill(email);
    await page.getByLabel('Contraseña', { exact: true }).fill('incorrecta');
    await page.getByRole('button', { name: 'Iniciar sesión' }).click();
    await expect(page.getByText('Correo o contraseña inválidos.')).toBeVisible();
  }
});

test('signed-in areas lead to the login page and back; a signed-in person skips it', async ({ page }) => {
  const person = await createPerson();
  await page.goto('/profile/favorites');
  await expect(page).toHaveURL('/login?next=%2Fprofile%2Ffavorites');
  await signIn(page, person, '/profile/favorites');
  await page.goto('/login');
  await expect(page).toHaveURL('/');
});

test('a link cannot send a person to another site after logging in', async ({ page }) => {
  const person = await createPerson();
  await page.goto('/login?next=//example.org/');
  await page.getByLabel('Correo electrónico').fill(person.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page).toHaveURL('/');
});

test('a banned person sees why and until when, and can do nothing else', async ({ page }) => {
  const person = await createPerson();
  await signIn(page, person);
  await database()`update usuarios_meta set banned_until = '2099-01-02', ban_motivo = 'Reventa' where id = ${person.id}`;
  await page.goto('/profile');
  await expect(page).toHaveURL('/ban');
  await expect(page.getByText('Hasta el 2 de enero de 2099.')).toBeVisible();
  await expect(page.getByText('Motivo: Reventa')).toBeVisible();
});

test('too many attempts are slowed down with a clear message', async ({ page }) => {
  const email = `nadie.${randomUUID()}@gmail.com`;
  await page.goto('/login');
  for (let attempt = 0; attempt <= 10; attempt += 1) {
    await page.getByLabel('Correo electrónico').fill(email);
    await page.getByLabel('Contraseña', { exact: true }).fill(`incorrecta${attempt}`);
    await page.getByRole('button', { name: 'Iniciar sesión' }).click();
    await expect(page.getByLabel('Contraseña', { exact: true })).toHaveValue('');
  }
  await expect(page.getByText('Demasiados intentos. Espera unos minutos y prueba otra vez.')).toBeVisible();
});
