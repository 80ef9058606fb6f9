import { after } from 'next/server';

/**
 * A JSON response that reports whether it was sent completely: `onEnd(true)` once the last byte has left the process,
 * `onEnd(false)` if the client disconnects before. It is called once, after the response, which never waits for it;
 * and never if the process dies.
 *
 * @param signal of the request
 */
export async function answerWhole(
  data: object,
  signal: AbortSignal,
  onEnd: (isWhole: boolean) => Promise<void>,
): Promise<Response> {
  // No event reports a client that disconnected before the route was called.
  if (signal.aborted) await onEnd(false);
  else after(() => onEnd(!signal.aborted));
  return Response.json(data, { headers: { 'cache-control': 'private, no-store' } });
}
