import { type Env, env } from './env';

/** Checks the environment at start; a missing or invalid variable is logged and ends the process. */
export function checkEnvironment(): Env {
  try {
    return env();
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

/**
 * Starts a required part of the server. A failure is logged and ends the process.
 *
 * @param part the subject of the log line: `The client of Redis`
 */
export async function startOrEnd(part: string, start: () => Promise<unknown>): Promise<void> {
  try {
    await start();
  } catch (error) {
    console.error(`${part} could not be started, so the server ends: ${(error as Error).message}`);
    process.exit(1);
  }
}
