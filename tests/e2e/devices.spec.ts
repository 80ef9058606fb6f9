import { expect } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { createPerson, logIn } from './support/people.ts';
import { test } from './support/test.ts';

test('a person sees the devices with a session and ends one of them', { tag: '@nightly' }, async ({
  page,
  browser,
}) => {
  const person = await createPerson();
  const other = await (
    await browser.newContext({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' })
  ).newPage();
  await logIn(other, person, '/profile');
  await logIn(page, person, '/profile/settings?tab=security');
  const devices = page.getByRole('list', { name: 'Dispositivos' }).getByRole('listitem');
  await expect(devices).toHaveCount(2);
  await expect(devices.first()).toContainText('Este dispositivo');
  await expectNoAxeViolations(page);
  await devices.filter({ hasText: 'Firefox' }).getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(devices).toHaveCount(1);
  await expect(page.locator('h2:focus')).toBeVisible();
  await other.goto('/profile/orders');
  await expect(other).toHaveURL(/\/login\?next=/);
  await other.context().close();
});
