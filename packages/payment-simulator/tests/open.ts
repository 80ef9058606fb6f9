import { afterAll } from 'vitest';
import { type Everything, startEverything } from '../src/testing.ts';

/** Starts the simulator and a webhook receiver for the tests of a file; stops both after the last one. */
export async function openEverything(): Promise<Everything> {
  const all = await startEverything();
  afterAll(() => all.stop());
  return all;
}
