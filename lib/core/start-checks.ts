import { type Env, env } from './env';

/** Checks Node and the environment at start; a missing or invalid variable is logged and ends the process. */
export function checkEnvironment(): Env {
  // On Node 20 the server would start, and the client of Supabase would throw at each request.
  if (typeof WebSocket === 'undefined') {
    console.error(`UnStore needs Node 24; this is ${process.version}.`);
    process.exit(1);
  }
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
