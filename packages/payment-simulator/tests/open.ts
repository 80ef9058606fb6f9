import { afterAll } from 'vitest';
import type { PaymentsOptions } from '../src/context.ts';
import { type Everything, startEverything } from '../src/testing.ts';

/** Starts the simulator and a webhook receiver for the tests of a file; stops both after the last one. */
export async function openEverything(options: Partial<PaymentsOptions> = {}): Promise<Everything> {
  const all = await startEverything(options);
  afterAll(() => all.stop());
  return all;
}
