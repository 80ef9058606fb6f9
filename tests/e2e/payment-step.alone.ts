import { expect } from '@playwright/test';
import { createProduct } from './support/goods.ts';
import { test } from './support/http.ts';
import { openPaymentStep } from './support/payment-step.ts';
import { createPerson } from './support/people.ts';

// Alone, because a page is not kept when anything in the shop changes meanwhile.
test('people who would pay the same get the same page, each with their own name and nonce', async ({ enter }) => {
  const { slug } = await createProduct();
  const pages: Awaited<ReturnType<typeof openPaymentStep>>[] = [];
  for (let number = 0; number < 5; number += 1) {
    const person = await createPerson();
    pages.push(await openPaymentStep(await enter(person), `/checkout?producto=${slug}`, person));
  }
  // The first one has read the product for everybody, and the second has shown that nothing more is asked.
  expect(pages.map(({ isReused }) => isReused)).toEqual([false, false, false, true, true]);
  const [third, ...others] = pages.slice(2).map(({ page }) => page);
  expect(others).toEqual([third, third]);
  expect(new Set(pages.map(({ nonce }) => nonce)).size).toBe(5);
});
