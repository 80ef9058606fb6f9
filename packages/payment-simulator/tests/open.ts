import { afterAll } from 'vitest';
import type { PaymentsOptions } from '../src/context.ts';
import { type Everything, startEverything } from '../src/testing.ts';

/** The simulator and its receiver of webhooks for all the tests of a file, stopped after the last one. */
export async function openEverything(options: Partial<PaymentsOptions> = {}): Promise<Everything> {
  const all = await startEverything(options);
  afterAll(() => all.stop());
  return all;
}
