import type { Instrumentation } from 'next';

/** Runs once when a server starts. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { checkEnvironment, startOrEnd } = await import('./lib/core/start-checks');
  const env = checkEnvironment();
  (await import('./lib/core/closed-output')).ignoreClosedOutput();
  const { log } = await import('./lib/core/log');
  (await import('./lib/core/log/warnings')).logWarnings((fields, message) => log.warn(fields, message));
  (await import('./lib/core/security/peer')).notePeers();
  (await import('./lib/core/request/note-requests')).noteRequests(env.TRUSTED_PROXIES);
  (await import('./lib/core/request/odd-requests')).refuseOddRequests();
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT) {
    await startOrEnd('Telemetry', async () =>
      (await import('./lib/core/telemetry/start')).startTelemetry(env.SUPABASE_URL),
    );
  }
  if (process.env.NODE_ENV === 'production') (await import('./lib/core/clean-end')).endCleanly();
  await startOrEnd('The client of Redis', async () => (await import('./lib/core/redis/client.mjs')).connectRedis());
  // The first node starts the tag log before it renders its first page.
  await (await import('./lib/core/cache/tag-log.mjs')).syncTags();
}

/**
 * Logs a failure with the request id shown by the error page, and Next.js's digest. The page's address is left out,
 * because it may contain typed text.
 */
export const onRequestError: Instrumentation.onRequestError = async (problem, _request, { routePath, routeType }) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { log } = await import('./lib/core/log');
  const { message, digest } = problem as Error & { digest?: string };
  log.error({ route: routePath, kind: routeType, digest, error: message }, 'a request failed');
};
