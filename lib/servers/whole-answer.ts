/**
 * A JSON response that tells whether it was written whole: `settle(true)` once the last byte has left the process,
 * `settle(false)` if whoever asked has gone before. Called once; at the death of the process not at all.
 *
 * @param signal of the request
 */
export function answerWhole(data: object, signal: AbortSignal, settle: (isWhole: boolean) => Promise<void>): Response {
  const bytes = new TextEncoder().encode(JSON.stringify(data));
  let settled: Promise<void> | undefined;
  const once = (isWhole: boolean): Promise<void> => {
    settled ??= settle(isWhole);
    return settled;
  };
  // Who has gone while the answer was made is told by no event.
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
