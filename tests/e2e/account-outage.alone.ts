import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { setFaults } from './support/faults.ts';
import { confirmBy, findMail } from './support/mailbox.ts';
import { test } from './support/test.ts';

test.afterEach(() => setFaults('everybody'));

test('a confirmation link stays valid through an outage of Auth and its rate limit', { tag: '@nightly' }, async ({
  page,
}) => {
  const name = `n${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  await page.goto('/login?mode=register');
  await page.getByLabel('Nombre de usuario').fill(name);
  await page.getByLabel('Correo electrónico').fill(`${name}@gmail.com`);
  await page.getByLabel('Contraseña', { exact: true }).fill('Secreta123');
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  // The response marks the browser as registered; the mail may arrive earlier.
  await expect(page.getByRole('dialog', { name: 'Confirma tu correo' })).toBeVisible();
  const mail = await findMail(`${name}@gmail.com`, /Confirma tu correo/);
  const again = page.getByRole('button', { name: 'Confirmar mi correo' });
  const notice = page.getByRole('alert').filter({ hasText: 'Tu enlace sigue sirviendo' });

  await setFaults('everybody', { on: 'auth', kind: 'unavailable', containing: '/verify' });
  await confirmBy(page, mail, 'Confirmar mi correo');
  await expect(notice).toContainText('Ahora mismo no podemos comprobarlo.');
  await expectNoAxeViolations(page);

  // The rate limit of Auth itself, which sees all requests of the shop as one client.
  await setFaults('everybody', { on: 'auth', kind: 'limited', containing: '/verify' });
  await again.click();
  await expect(notice).toContainText('Demasiados intentos desde esta conexión.');

  await setFaults('everybody');
  await again.click();
  await expect(page).toHaveURL('/');
  expect((await (await page.request.get('/api/me')).json()).user).toMatchObject({ username: name });
});
