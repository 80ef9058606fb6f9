/**
 * A JSON response that reports whether it was sent completely: it calls `onEnd(true)` once the last byte has left the
 * process, or `settle(false)` if the client disconnects before. It calls once, and never if the process dies.
 *
 * @param signal of the request
 */
export function answerWhole(data: object, signal: AbortSignal, onEnd: (isWhole: boolean) => Promise<void>): Response {
  const bytes = new TextEncoder().encode(JSON.stringify(data));
  let ending: Promise<void> | undefined;
  const once = (isWhole: boolean): Promise<void> => {
    ending ??= onEnd(isWhole);
    return ending;
  };
  // No event reports a client that disconnected before the listener was added.
  if (signal.aborted) void once(false);
  else signal.addEventListener('abort', () => void once(false), { once: true });
  let isSent = false;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!isSent) {
          isSent = true;
          controller.enqueue(bytes);
          return;
        }
        // Nothing is buffered here: the next part is asked for when the first has been written.
        if (!signal.aborted) await once(true);
        controller.close();
      },
      cancel: () => once(false),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: {
      'content-type': 'application/json',
      'content-length': String(bytes.byteLength),
      'cache-control': 'private, no-store',
    },
  });
}
