import { expect, test } from '@playwright/test';

test('fails', () => {
  expect('failing').toBe('passing');
});

test('passes', () => {
  expect('passing').toBe('passing');
});
