import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { database } from './support/database.ts';
import { findMail } from './support/mailbox.ts';
import { createPerson, type Person, signIn } from './support/people.ts';
import { test } from './support/test.ts';

async function createCode(): Promise<string> {
  const code = randomUUID().slice(0, 18).toUpperCase();
  await database()`insert into codigos_canjes (codigo, id_producto) select ${code}, id from productos where slug = 'domador'`;
  return code;
}

async function openBox(page: Page): Promise<Person> {
  const person = await createPerson();
  await signIn(page, person, '/profile/orders');
  return person;
}

const box = (page: Page) => page.getByRole('region', { name: 'Canjear un código' });
const enter = async (page: Page, code: string) => {
  await box(page).getByLabel('Código').fill(code);
  await box(page).getByRole('button', { name: 'Canjear' }).click();
};
const orders = (person: Person) =>
  database()`select origen, precio_pagado, minecraft_name from adquisiciones where user_id = ${person.id}`;

test('a redeem code is validated, confirmed with a Minecraft name, and becomes an order', async ({ page }) => {
  const person = await openBox(page);
  const code = await createCode();
  await enter(page, '   ');
  await expect(box(page).getByText('Introduce un código válido.')).toBeVisible();
  await enter(page, 'NO-EXISTE-123');
  await expect(box(page).getByText('Código no válido o ya utilizado.')).toBeVisible();
  await expectNoAxeViolations(page);

  await enter(page, code.toLowerCase());
  await expect(box(page).getByText('Domador')).toBeVisible();
  const confirm = box(page).getByRole('button', { name: 'Confirmar canje' });
  const name = box(page).getByLabel('Nombre de Minecraft');
  await expect(confirm).toBeDisabled();
  await name.focus();
  await name.blur();
  await expect(box(page).getByText('Introduce un nombre de Minecraft válido.')).toBeVisible();
  await name.fill('corto');
  await expect(box(page).getByText('El nombre de Minecraft debe tener al menos 6 caracteres.')).toBeVisible();
  await expect(confirm).toBeDisabled();
  await expectNoAxeViolations(page);
  await name.fill('jugador_1');
  await confirm.click();
  await expect(page.getByText('Código canjeado con éxito.')).toBeVisible();
  await expect(page.getByRole('article').getByText('Canjeado con un código')).toBeVisible();
  expect(await orders(person)).toEqual([{ origen: 'codigo', precio_pagado: '0.00', minecraft_name: 'jugador_1' }]);
  await findMail(person.email, /Código canjeado: Domador/);

  await enter(page, code);
  await expect(box(page).getByText('Código no válido o ya utilizado.')).toBeVisible();
});

test('a code redeemed by another in the meantime and a failed request show their own messages', {
  tag: '@nightly',
}, async ({ page }) => {
  const person = await openBox(page);
  const code = await createCode();
  await enter(page, code);
  await box(page).getByLabel('Nombre de Minecraft').fill('jugador_1');
  const other = await createPerson();
  await database()`update codigos_canjes set canjeado = true, canjeado_por = ${other.id}, canjeado_at = now()
    where codigo = ${code}`;
  await database()`insert into adquisiciones (user_id, producto_id, origen, precio_pagado, minecraft_name)
    select ${other.id}, id, 'codigo', 0, 'jugador_1' from productos where slug = 'domador'`;
  const confirm = box(page).getByRole('button', { name: 'Confirmar canje' });
  await confirm.click();
  await expect(box(page).getByText('Código de canje no válido o ya utilizado.')).toBeVisible();
  await page.route('**/profile/orders', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  );
  await confirm.click();
  await expect(box(page).getByText('Error al actualizar el estado del código.')).toBeVisible();
  expect(await orders(person)).toEqual([]);
});

test('a code for a product that the person owns stays unused', { tag: '@nightly' }, async ({ page }) => {
  const person = await openBox(page);
  const code = await createCode();
  await database()`insert into adquisiciones (user_id, producto_id, origen, precio_pagado, minecraft_name)
    select ${person.id}, id, 'regalo', 0, 'jugador_1' from productos where slug = 'domador'`;
  await enter(page, code);
  await expect(box(page).getByText('Ya tienes este producto. El código sigue sin usar.')).toBeVisible();
});

test.describe('in English', () => {
  test.use({ locale: 'en-GB' });
  test('the redeem form is in English', { tag: '@nightly' }, async ({ page }) => {
    await openBox(page);
    const region = page.getByRole('region', { name: 'Redeem a code' });
    await region.getByRole('button', { name: 'Redeem' }).click();
    await expect(region.getByText('Enter a valid code.')).toBeVisible();
  });
});
