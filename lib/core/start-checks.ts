import { type Env, env } from './env';

/** A server with a missing or wrong variable must not start: it says which one and ends. */
export function checkEnvironment(): Env {
  try {
    return env();
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

/**
 * Starts a part without which a server must not run. If that fails, it says why and ends.
 *
 * @param part as a subject: `The client of Redis`
 */
export async function startOrEnd(part: string, start: () => Promise<unknown>): Promise<void> {
  try {
    await start();
  } catch (error) {
    console.error(`${part} could not be started, so the server ends: ${(error as Error).message}`);
    process.exit(1);
  }
}
