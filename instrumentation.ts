/** Runs once when a server starts. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  (await import('./lib/start-checks')).checkEnvironment();
  (await import('./lib/security/peer')).notePeers();
}
