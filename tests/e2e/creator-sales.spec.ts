import { expect, type Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { dayInSpain } from '../../lib/core/day.ts';
import { expectNoAxeViolations } from './support/axe.ts';
import { database } from './support/database.ts';
import { setFaults } from './support/faults.ts';
import { createProduct, giveClub } from './support/goods.ts';
import { runCron } from './support/job.ts';
import { findMail, linkIn } from './support/mailbox.ts';
import { createPerson, type Person, signIn } from './support/people.ts';
import { reportReversals, sell } from './support/sales.ts';
import { test } from './support/test.ts';

const news = (page: Page, text: string | RegExp) => page.getByRole('main').getByRole('link', { name: text });

/** A file of sales as a Spanish spreadsheet reads it: its rows, and the sum of a column. */
async function download(page: Page, query: string) {
  const answer = await page.request.get(`/api/creator/sales?${query}`);
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  const rows = parse(await answer.text(), { bom: true, delimiter: ';', columns: true }) as Record<string, string>[];
  const sum = (column: string) =>
    rows.reduce((total, row) => total + Math.round(Number(row[column]?.replace(',', '.')) * 100), 0);
  return { rows, sum };
}

test('a sale shows its calculation in the list, in its details, in the CSV file and in the balance', {
  tag: '@nightly',
}, async ({ page }) => {
  const creator = await createPerson();
  const [offered, plain] = [
    await createProduct({ usuario_id: creator.id, precio: 20, oferta: 15, nombre: '=Torre' }),
    await createProduct({ usuario_id: creator.id, precio: 10 }),
  ];
  const member = await createPerson();
  await giveClub(member);
  const sale = await sell(offered, member);
  await sell(plain);
  const lost = await sell(plain);
  await reportReversals(lost, {
    reembolsos: [{ referencia: `re_${lost.payment}`, estado: 'hecho', centimos: 1000, motivo: 'El mapa no carga' }],
  });

  await signIn(page, creator, '/dashboard/sales');
  const sales = page.getByRole('table', { name: 'Ventas' });
  await expect(sales.getByRole('row')).toHaveCount(4);
  await expectNoAxeViolations(page);
  // Shares of a fifth of 10.50 € and of 10 €; the third sale was refunded.
  await expect(page.getByRole('definition').filter({ hasText: /^4,10\s€$/ })).toBeVisible();
  await page.getByLabel('Descuento').selectOption('club');
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await expect(sales.getByRole('row')).toHaveCount(2);
  await page.getByRole('link', { name: '=Torre' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '=Torre' })).toBeVisible();
  const lines = page.getByRole('region', { name: 'Cómo se forma' });
  await expect(lines).toContainText(
    /Precio20,00\s€Oferta-5,00\s€Club-4,50\s€Pagado \(Tarjeta\)10,50\s€Tu parte \(20 %\)2,10\s€EstadoRetenida/,
  );
  expect(await page.content()).not.toContain(member.username);
  await expectNoAxeViolations(page);

  const file = await download(page, `desde=${dayInSpain()}&hasta=${dayInSpain()}`);
  expect(file.rows).toHaveLength(3);
  expect([file.sum('parte_eur'), file.sum('devuelto_eur'), file.sum('neto_eur')]).toEqual([610, -200, 410]);
  expect(file.rows.map(({ producto }) => producto)).toContain("'=Torre");
  expect((await download(page, 'estado=reembolsada')).rows).toMatchObject([{ estado: 'Devuelta', neto_eur: '0,00' }]);

  await page.goto('/dashboard');
  await page
    .getByRole('region', { name: 'Últimos movimientos' })
    .getByRole('link', { name: new RegExp(`^Reembolso.*${plain.name}`) })
    .click();
  await expect(page.getByText('Motivo: El mapa no carga')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(`/dashboard/sales/${lost.order}`);

  // The sale of another creator is not found.
  await signIn(page, member, `/dashboard/sales/${sale.order}`);
  await expect(page.getByRole('heading', { name: 'Ops! Esta página no existe.' })).toBeVisible();
});

test('the sales are listed even if their totals cannot be computed', { tag: '@nightly' }, async ({ page }) => {
  const creator = await createPerson();
  await sell(await createProduct({ usuario_id: creator.id, precio: 10, nombre: 'Faro' }));
  await setFaults(creator, { on: 'rest', kind: 'unavailable', containing: 'mis_ventas_totales' });
  await signIn(page, creator, '/dashboard/sales');
  await expect(page.getByText('Las sumas no se han podido calcular ahora.')).toBeVisible();
  await expect(page.getByRole('row', { name: /Faro/ })).toBeVisible();
  await expectNoAxeViolations(page);
  await setFaults(creator);
  await page.reload();
  await expect(page.getByText('Para ti, tras devoluciones')).toBeVisible();
});

test('a failed export shows a message on the page that requested it', { tag: '@nightly' }, async ({ page }) => {
  const creator = await createPerson();
  await sell(await createProduct({ usuario_id: creator.id, precio: 10, nombre: 'Molino' }));
  await signIn(page, creator, '/profile/settings');
  await setFaults(creator, { on: 'rest', kind: 'unavailable', containing: 'mis_datos' });
  await page.getByRole('tab', { name: 'Seguridad' }).click();
  await page.getByRole('link', { name: 'Descargar mis datos' }).click();
  await expect(page.getByText('La tienda no puede preparar el archivo ahora mismo.')).toBeVisible();
  await setFaults(creator);
  await expect(page).toHaveURL('/profile/settings');

  await Promise.all(Array.from({ length: 60 }, () => page.request.get('/api/creator/stats?dias=7')));
  const filtered = `/dashboard/sales?desde=${dayInSpain()}`;
  await page.goto(filtered);
  await page.getByRole('link', { name: 'Descargar CSV' }).click();
  await expect(page.getByText('Has descargado muchos archivos en poco tiempo.')).toBeVisible();
  await expect(page).toHaveURL(filtered);
  await expect(page.getByRole('row', { name: /Molino/ })).toBeVisible();
  await expectNoAxeViolations(page);
});

test('a creator sees figures of a product by period, a chart, visit sources and open reviews', {
  tag: '@nightly',
}, async ({ page }) => {
  const creator = await createPerson();
  const product = await createProduct({ usuario_id: creator.id, precio: 10 });
  const sale = await sell(product);
  await page.goto(`/p/${product.slug}?utm_source=boletin`);
  await expect
    .poll(
      async () => (await database()`select fuente from visitas_producto where producto_id = ${product.id}`)[0]?.fuente,
    )
    .toBe('boletin');
  await database()`insert into resenas (producto_id, user_id, estrellas, texto)
    values (${product.id}, ${sale.buyer.id}, 3, 'Le falta un manual')`;

  await signIn(page, creator, '/dashboard?dias=7');
  const row = page.getByRole('row', { name: new RegExp(product.name) });
  await expect(row.getByRole('cell')).toHaveText(['', product.name, '1', '1', 'Aprobado', '1', '1', '2,00 €', '100 %']);
  await expect(page.getByRole('region', { name: 'De dónde vienen las visitas' })).toContainText('boletin');
  const revenue = page.getByRole('figure').filter({ hasText: 'Ingresos' });
  await expect(revenue.locator('.recharts-bar-rectangle path').first()).toBeVisible();
  await expect(revenue.locator('.recharts-wrapper')).toContainText('€');
  await revenue.getByText('Ver las cifras').click();
  await expect(revenue.getByRole('row', { name: /2,00 €/ })).toHaveCount(1);
  await expectNoAxeViolations(page);

  const waiting = page.getByRole('region', { name: 'Esperan tu respuesta' });
  await waiting.getByRole('button', { name: 'Responder' }).click();
  await page.getByRole('dialog').getByLabel('Respuesta').fill('Llega mañana.');
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(waiting).toHaveCount(0);
  await page.goto('/dashboard/reviews?todas=1');
  await expect(page.getByRole('article')).toContainText('Llega mañana.');
  await expectNoAxeViolations(page);
});

test('a creator gets notifications of sales, followers, disputes and reviews, with links to them', {
  tag: '@nightly',
}, async ({ page }) => {
  const [creator, fan] = [await createPerson(), await createPerson()];
  const product = await createProduct({ usuario_id: creator.id, precio: 10 });
  await signIn(page, fan, `/account/${creator.username}`);
  await expect(page.getByText('0 seguidores')).toBeVisible();
  await page.getByRole('button', { name: 'Seguir', exact: true }).click();
  await expect(page.getByText(`Ahora sigues a ${creator.username}`)).toBeVisible();
  await page.reload();
  await expect(page.getByText('1 seguidor', { exact: false })).toBeVisible();

  const sale = await sell(product, fan);
  const dispute = { referencia: `dp_${sale.payment}`, centimos: 1000, abierta_at: new Date().toISOString() };
  await reportReversals(sale, { disputas: [{ ...dispute, fase: 'abierta', version: 1 }] });
  await reportReversals(sale, { disputas: [{ ...dispute, fase: 'ganada', version: 2 }] });
  const [review] = await database()`insert into resenas (producto_id, user_id, estrellas, texto)
    values (${product.id}, ${fan.id}, 4, 'Muy completa') returning id`;
  await database()`update resenas set respuesta = 'Gracias', respuesta_at = now() where id = ${review?.id}`;
  await runCron();
  const mails = (person: Person, subject: RegExp) => findMail(person.email, subject);
  expect(linkIn(await mails(creator, /^Disputan una venta/), '/dashboard/sales/')).toContain(sale.order);
  await mails(creator, /^Disputa ganada/);
  expect(linkIn(await mails(creator, /una valoración de 4 sobre 5/), '/dashboard/reviews')).toContain(review?.id);
  expect(linkIn(await mails(fan, /te ha respondido/), `/p/${product.slug}/reviews`)).toContain(review?.id);

  await page.goto('/profile/notifications');
  await expect(news(page, 'Logro conseguido: Primera compra')).toHaveAttribute('href', '/profile#achievements');
  await news(page, `El creador de ${product.name} ha respondido a tu valoración`).click();
  await expect(page.getByRole('article')).toContainText('Gracias');
  await page.goto('/profile');
  const achievements = page.getByRole('region', { name: 'Logros' });
  await expect(achievements.getByText(/^Conseguido el/)).toHaveCount(2);
  await expectNoAxeViolations(page);

  await signIn(page, creator, '/profile/notifications');
  await expect(news(page, `Has vendido ${product.name}: 2,00 € para ti`)).toHaveAttribute(
    'href',
    `/dashboard/sales/${sale.order}`,
  );
  await expect(news(page, /Un comprador disputa su compra.*2,00 € tuyos/)).toBeVisible();
  await expect(news(page, /Disputa ganada/)).toBeVisible();
  await news(page, `${fan.username} te sigue`).click();
  await expect(page.getByRole('dialog', { name: 'Tus seguidores' }).getByText(`@${fan.username}`)).toBeVisible();
  await page.goto('/profile/settings');
  await page.getByLabel('El resumen del día').uncheck();
  await page.getByRole('region', { name: 'Avisos por correo' }).getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Cambios guardados')).toBeVisible();
  const [chosen] = await database()`select correo_resumen, correo_resenas from preferencias_aviso
    where user_id = ${creator.id}`;
  expect(chosen).toEqual({ correo_resumen: false, correo_resenas: true });
});
