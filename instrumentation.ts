/** Runs once when a server starts. */
export async function register() {
  if (process.env.NEXT_RUNTIME === 'nodejs') (await import('./lib/start-checks')).checkEnvironment();
}
