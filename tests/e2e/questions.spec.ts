import { expect } from '@playwright/test';
import { expectNoAxeViolations } from './support/axe.ts';
import { createProduct } from './support/goods.ts';
import { findMail, linkIn } from './support/mailbox.ts';
import { createPerson, signIn } from './support/people.ts';
import { test } from './support/test.ts';

test('a person asks a question, its creator answers in public, and the answer is marked as helpful', {
  tag: '@nightly',
}, async ({ page, browser, request }) => {
  const [creator, asker] = [await createPerson(), await createPerson()];
  const product = await createProduct({ usuario_id: creator.id });
  const path = `/p/${product.slug}/questions`;
  const words = '¿Funciona en un servidor con Paper?';
  expect(await (await request.get(path)).text()).toContain('name="robots" content="noindex');

  await signIn(page, asker, `/p/${product.slug}`);
  await page.getByRole('link', { name: 'Preguntas y respuestas' }).click();
  await page.getByRole('link', { name: 'Preguntar' }).click();
  const field = page.getByRole('textbox', { name: 'Tu pregunta' });
  await field.fill('¿Va?');
  await page.getByRole('button', { name: 'Enviar la pregunta' }).click();
  await expect(page.getByText('Escribe una pregunta de 10 a 500 caracteres')).toBeVisible();
  await expect(field).toHaveValue('¿Va?');
  await expectNoAxeViolations(page);
  await field.fill(words);
  await page.getByRole('button', { name: 'Enviar la pregunta' }).click();
  const asked = page.getByRole('listitem').filter({ hasText: words });
  await expect(asked).toContainText('Espera respuesta');
  await expectNoAxeViolations(page);
  expect(await (await request.get(path)).text()).not.toContain(words);

  const desk = await browser.newPage();
  const mail = await findMail(creator.email, new RegExp(`^Una pregunta sobre ${product.name}`));
  await signIn(desk, creator, linkIn(mail, '/dashboard/questions'));
  const received = desk.getByRole('listitem').filter({ hasText: words });
  await received.getByRole('textbox', { name: 'Tu respuesta' }).fill('Sí, desde la 1.20.');
  await expectNoAxeViolations(desk);
  await received.getByRole('button', { name: 'Publicar la respuesta' }).click();
  await expect(received).toHaveCount(0);
  await desk.close();

  const answered = await findMail(asker.email, /te ha respondido$/);
  await page.goto(linkIn(answered, path));
  const answer = page.getByRole('article', { name: words });
  await expect(answer).toContainText('Respuesta del creador');
  await expect(answer).toContainText('Sí, desde la 1.20.');
  const thanks = answer.getByRole('button', { name: /^Me ha servido/ });
  await expect(thanks).toContainText(/^Me ha servido(?! \()/);
  await thanks.click();
  await expect(thanks).toContainText('Me ha servido (1)');
  await expect(thanks).toHaveAttribute('aria-pressed', 'true');
  await expectNoAxeViolations(page);
  expect(await page.locator('script[type="application/ld+json"]').allTextContents()).toContainEqual(
    expect.stringContaining('"@type":"FAQPage"'),
  );
  await expect
    .poll(async () => (await request.get(`/p/${product.slug}`)).text())
    .toContain('Preguntas y respuestas (1)');
  expect(await (await request.get(path)).text()).not.toContain('content="noindex');
});
