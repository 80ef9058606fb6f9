import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/**
 * Holds an answer back until it is whole. Its headers can be changed until then, even after whoever answers has written
 * them.
 *
 * @param finish gets what was to be sent, and returns what is sent instead
 */
export function holdBack(response: ServerResponse, finish: (body: Buffer) => Promise<Buffer>): void {
  const { write, end, writeHead, flushHeaders } = response;
  const parts: Buffer[] = [];
  let isWhole = false;
  const take = (part: unknown, encoding: unknown) => {
    if (typeof part === 'string') parts.push(Buffer.from(part, encoding as BufferEncoding));
    else if (part instanceof Uint8Array) parts.push(Buffer.from(part));
  };
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
      take(part, encoding);
      if (typeof done === 'function') process.nextTick(done);
      return true;
    },
    end(part?: unknown, encoding?: unknown) {
      if (isWhole) return response;
      isWhole = true;
      take(part, encoding);
      const body = Buffer.concat(parts);
      finish(body).then(send, () => send(body));
      return response;
    },
  });
}
