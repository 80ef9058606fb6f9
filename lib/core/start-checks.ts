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
