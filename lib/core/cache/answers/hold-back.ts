import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** A copy of what was given to `write` or `end`, because the caller may use its buffer again. */
export function bytesOf(part: unknown, encoding: unknown): Buffer {
  if (typeof part === 'string') return Buffer.from(part, encoding as BufferEncoding);
  return part instanceof Uint8Array ? Buffer.from(part) : Buffer.alloc(0);
}

/**
 * Holds an answer back until it is whole. Its headers can be changed until then, even after whoever answers has written
 * them.
 *
 * @param finish gets what was to be sent, and returns what is sent instead; if it fails, that is logged, and the answer is
 *   sent as it was
 */
export function holdBack(response: ServerResponse, finish: (body: Buffer) => Promise<Buffer>): void {
  const { write, end, writeHead, flushHeaders } = response;
  const parts: Buffer[] = [];
  let isWhole = false;
  const send = (body: Buffer) => {
    Object.assign(response, { write, end, writeHead, flushHeaders });
    response.end(body);
  };
  Object.assign(response, {
    flushHeaders() {},
    writeHead(status: number, ...rest: Array<string | OutgoingHttpHeaders | undefined>) {
      response.statusCode = status;
      const headers = rest.at(-1);
      if (typeof headers === 'object')
        for (const [name, value] of Object.entries(headers)) if (value !== undefined) response.setHeader(name, value);
      return response;
    },
    write(part: unknown, encoding: unknown, done: unknown = encoding) {
      parts.push(bytesOf(part, encoding));
      if (typeof done === 'function') process.nextTick(done);
      return true;
    },
    end(part?: unknown, encoding?: unknown) {
      if (isWhole) return response;
      isWhole = true;
      parts.push(bytesOf(part, encoding));
      const body = Buffer.concat(parts);
      finish(body).then(send, async (problem) => {
        send(body);
        (await import('@/lib/core/log')).log.error({ error: String(problem) }, 'an answer was sent as it was');
      });
      return response;
    },
  });
}
