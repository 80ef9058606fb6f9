import { expect } from '@playwright/test';
import { database } from './support/database.ts';
import { runCron } from './support/job.ts';
import { findMail, listMails } from './support/mailbox.ts';
import { haveBought, provider } from './support/shopping.ts';
import { test } from './support/test.ts';

test('the Club shows the missed saving, then a first step to members, and mails a renewal once', {
  tag: '@nightly',
}, async ({ page }) => {
  const { person } = await haveBought(page, 'domador');
  const [price] = await database()`select round(least(precio, oferta) * 100)::int as cents from productos
    where slug = 'domador'`;
  // The discount as the quote rounds it: half up.
  const cents = Number(price?.cents) - Math.round(Number(price?.cents) * 0.7);
  const amount = `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`;
  await page.goto('/club');
  const saving = page.getByRole('main').getByText(/Con el Club habrías pagado/);
  await expect(saving).toHaveText(new RegExp(`${amount}\\s€ menos`));

  const answer = await page.request.post('/api/club-subscribe', {
    headers: { origin: process.env.SITE_URL ?? '' },
    data: { plan: 'yearly' },
  });
  await provider().stripe.pay(new URL((await answer.json()).sessionUrl).pathname.split('/').at(-1) ?? '');
  const membership = async () =>
    (await database()`select referencia from suscripciones where user_id = ${person.id}`)[0]?.referencia as string;
  await expect.poll(membership).toBeTruthy();
  await page.goto('/profile/club');
  const first = page.getByRole('region', { name: 'Ya eres del Club: empieza por aquí' });
  await first.getByRole('link', { name: 'Reclama un producto incluido' }).click();
  await expect(page).toHaveURL('/club#included');
  const included = page.getByRole('region', { name: 'Incluido ahora en el Club' });
  await expect(included.getByRole('article').first()).toBeInViewport();
  // Nothing was bought with the Club yet.
  await expect(page.getByText(/Con el Club/)).toHaveCount(0);

  // Fourteen days before the next year: one mail, however often the job runs.
  await provider().stripe.shift(await membership(), -351 * 86_400);
  await expect
    .poll(async () => {
      const [row] = await database()`select periodo_fin < now() + interval '15 days' as is_near
        from suscripciones where user_id = ${person.id}`;
      return row?.is_near;
    })
    .toBe(true);
  for (let time = 0; time < 2; time += 1) await runCron();
  const mail = await findMail(person.email, /Tu Club se renueva el/);
  expect(mail.text).toMatch(/39,78\s€/);
  expect((await listMails(person.email)).filter(({ subject }) => subject.includes('se renueva'))).toHaveLength(1);
});
