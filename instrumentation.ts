/** Runs once when a server starts. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  (await import('./lib/core/start-checks')).checkEnvironment();
  (await import('./lib/core/security/peer')).notePeers();
  if (process.env.NODE_ENV === 'production') (await import('./lib/core/clean-end')).endCleanly();
}
