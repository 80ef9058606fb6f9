import { expect, it } from 'vitest';

it('fails', () => {
  expect('failing').toBe('passing');
});

it('passes', () => {
  expect('passing').toBe('passing');
});
