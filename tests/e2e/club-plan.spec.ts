import { expect, type Page } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { findImbalances } from './support/balance.ts';
import { database } from './support/database.ts';
import { findMail } from './support/mailbox.ts';
import { createPerson, signIn } from './support/people.ts';
import { provider, stripe } from './support/shopping.ts';
import { test } from './support/test.ts';

/** A new member, signed in, whose month is half over. Answers their id, address and subscription. */
async function join(page: Page, plan: 'monthly' | 'yearly' = 'monthly') {
  const person = await createPerson();
  await signIn(page, person);
  const headers = { origin: process.env.SITE_URL ?? '' };
  const answer = await page.request.post('/api/club-subscribe', { headers, data: { plan } });
  const session = new URL((await answer.json()).sessionUrl).pathname.split('/').at(-1) ?? '';
  await provider().stripe.pay(session);
  const subscription = async () =>
    (await database()`select referencia from suscripciones where user_id = ${person.id}`)[0]?.referencia;
  await expect.poll(subscription).toBeTruthy();
  const reference = String(await subscription());
  await provider().stripe.shift(reference, -15 * 86_400);
  return { person, reference };
}

test('a monthly member previews the yearly plan, confirms at the bank, and is upgraded', { tag: '@nightly' }, async ({
  page,
}) => {
  const { person, reference } = await join(page);
  const planOf = async () =>
    (await database()`select plan from suscripciones where referencia = ${reference}`)[0]?.plan;
  await page.goto('/profile/club');
  await page.getByRole('button', { name: 'Ver cuánto cuesta' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pasar al plan anual' });
  await expect(dialog.getByText(/Lo que te queda de este mes\s*[−-]?[12],\d\d\s€/)).toBeVisible();
  await expect(dialog.getByText(/Se renueva el .* por 39,78\s€/)).toBeVisible();
  await expectNoAxeViolations(page);
  await dialog.getByText('Ahora no').click();
  expect(await planOf()).toBe('monthly');

  // The bank requires a confirmation: the old plan stays until then.
  await provider().stripe.setCard(reference, '4000002760003184');
  await page.getByRole('button', { name: 'Ver cuánto cuesta' }).click();
  await dialog.getByRole('button', { name: /^Pagar 37,\d\d\s€ y cambiar$/ }).click();
  await page.waitForURL(/\/invoice\/in_/);
  expect(await planOf()).toBe('monthly');
  await page.goto('/profile/club');
  await expect(page.getByText(/espera que confirmes el pago/)).toBeVisible();
  await expect(page.getByText(/Próximo cobro: 3,90\s€/)).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Confirmar el pago' }).click();
  await page.waitForURL(/\/invoice\/in_/);
  await page.getByRole('button', { name: 'Confirmar el pago' }).click();
  await expect.poll(planOf).toBe('yearly');

  await page.goto('/profile/club');
  await expect(page.getByText(/Próximo cobro: 39,78\s€/)).toBeVisible();
  const charges = page.getByRole('region', { name: 'Cuotas' }).getByRole('listitem');
  await expect(charges.filter({ hasText: /Anual · Pagada/ })).toContainText(/37,\d\d\s€/);
  await expect(charges.filter({ hasText: /Anual · Pagada/ })).toContainText(
    /Descontado por el plan anterior: [12],\d\d\s€/,
  );
  await expect(charges.filter({ hasText: /Mensual · Pagada/ })).toContainText(/3,90\s€/);
  await expect(page.getByRole('button', { name: 'Ver cuánto cuesta' })).toHaveCount(0);
  await findMail(person.email, /Confirma el pago de tu cambio de plan/);
  await findMail(person.email, /Tu Club tiene otro plan/);
  const { data } = await stripe().invoices.list({ subscription: reference });
  const [booked] =
    await database()`select sum(centimos)::int as centimos from cargos_club where user_id = ${person.id}`;
  expect(booked?.centimos).toBe(data.reduce((sum, { amount_paid }) => sum + amount_paid, 0));
  expect(await findImbalances()).toEqual([]);
});

test('a plan offer is charged once, rejects changes, and is void after a cancellation', {
  tag: '@nightly',
}, async ({ page }) => {
  const { reference } = await join(page);
  const headers = { origin: process.env.SITE_URL ?? '' };
  const post = async (data: object, path = 'club-plan') => {
    const answer = await page.request.post(`/api/${path}`, { headers, data });
    return { status: answer.status(), body: await answer.json() };
  };
  const { offer, dueCents } = (await post({ plan: 'yearly' })).body;
  expect((await post({ offer: `${offer}x` })).body.error).toBe('cambio_caducado');
  expect((await post({ plan: 'yearly', price: 1 })).status).toBe(422);

  // Declined: the old plan stays, and a cancellation discards the pending change.
  await provider().stripe.setCard(reference, '4000000000000002');
  expect((await post({ offer })).body.url).toContain('/invoice/');
  await post({}, 'cancel-subscription');
  const cancelled = await stripe().subscriptions.retrieve(reference);
  expect([cancelled.pending_update, cancelled.cancel_at_period_end]).toEqual([null, true]);
  expect((await post({ plan: 'yearly' })).body.error).toBe('plan_no_cambiable');

  // Resumed and retried with a good card, twice at once: one charge of the offered amount.
  await post({}, 'resume-subscription');
  await provider().stripe.setCard(reference, '4242424242424242');
  const again = (await post({ plan: 'yearly' })).body;
  expect(Math.abs(again.dueCents - dueCents)).toBeLessThanOrEqual(1);
  await Promise.all([post({ offer: again.offer }), post({ offer: again.offer })]);
  const { data } = await stripe().invoices.list({ subscription: reference, status: 'paid' });
  expect(data.map(({ amount_paid }) => amount_paid)).toEqual([again.dueCents, 390]);
  expect((await post({ plan: 'yearly' })).body.error).toBe('plan_igual');
  expect(await findImbalances()).toEqual([]);
});

test('a yearly member schedules, cancels and reschedules the monthly plan, and is then billed monthly', {
  tag: '@nightly',
}, async ({ page }) => {
  const { person, reference } = await join(page, 'yearly');
  const stateOf = async () =>
    (await database()`select plan, proximo_plan from suscripciones where referencia = ${reference}`)[0];
  await page.goto('/profile/club');
  const ask = page.getByRole('button', { name: 'Pasar al mensual' });
  await ask.click();
  const dialog = page.getByRole('dialog', { name: 'Pasar al plan mensual' });
  await expect(dialog.getByText(/Un mes de Club\s*3,90\s€/)).toBeVisible();
  await expect(dialog.getByText(/Se cobra ahora\s*0,00\s€/)).toBeVisible();
  await expect(dialog.getByText(/Conservas todo el año que ya has pagado/)).toBeVisible();
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Cambiar al mensual' }).click();
  await expect(page.getByText(/Próximo cobro: 3,90\s€ el .*Empieza entonces tu plan mensual/)).toBeVisible();
  await expectNoAxeViolations(page);

  await page.getByRole('button', { name: 'Seguir con el anual' }).click();
  await expect(page.getByText('Sigues con el plan anual.')).toBeVisible();
  await expect(page.getByText(/Próximo cobro: 39,78\s€/)).toBeVisible();
  expect(await stateOf()).toEqual({ plan: 'yearly', proximo_plan: null });

  await ask.click();
  await dialog.getByRole('button', { name: 'Cambiar al mensual' }).click();
  await expect(page.getByText(/Hecho: tu plan mensual empieza/)).toBeVisible();
  await findMail(person.email, /Tu plan del Club cambia el/);
  await provider().stripe.shift(reference, -351 * 86_400);
  await provider().stripe.renew(reference);
  await expect.poll(stateOf).toEqual({ plan: 'monthly', proximo_plan: null });
  await page.goto('/profile/club');
  await expect(page.getByText(/Próximo cobro: 3,90\s€/)).toBeVisible();
  const charges = page.getByRole('region', { name: 'Cuotas' }).getByRole('listitem');
  await expect(charges.filter({ hasText: /Mensual · Pagada/ })).toContainText(/3,90\s€/);
  await expect(charges.filter({ hasText: /Anual · Pagada/ })).toContainText(/39,78\s€/);
  expect(await findImbalances()).toEqual([]);
});
