/** Runs once when a server starts. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  (await import('./lib/core/start-checks')).checkEnvironment();
  // workerd has no connections, signals and nodes to look after.
  if (globalThis.navigator?.userAgent === 'Cloudflare-Workers') return;
  (await import('./lib/core/security/peer')).notePeers();
  if (process.env.NODE_ENV === 'production') (await import('./lib/core/clean-end')).endCleanly();
  await (await import('./lib/core/redis/client.mjs')).connectRedis();
  // The first node begins the log of tags before it makes its first page.
  await (await import('./lib/core/cache/tag-log.mjs')).syncTags();
}
