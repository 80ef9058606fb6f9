import type { Part } from './part.ts';

/** A script that checks one thing counts as one test. What it said is its message when it fails. */
export const readCheck = (name: string, code: number, said: string, milliseconds: number): Part => ({
  passed: code === 0 ? 1 : 0,
  failed: code === 0 ? 0 : 1,
  tests: [{ name, milliseconds }],
  failures: code === 0 ? [] : [{ name, messages: [said] }],
});
