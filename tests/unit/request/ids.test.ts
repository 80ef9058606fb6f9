import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { requestId } from '@/lib/core/request/context';
import { isRequestId } from '@/lib/core/request/id';
import { noteRequests } from '@/lib/core/request/note-requests';
import { isProxy } from '@/lib/core/security/visitor-address';

const madeHere = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
type Answer = { header: unknown; timing: unknown; seen: { told: unknown; known: unknown; later: unknown } };

/** A real server, whose answer says what the code behind it knows of its request. */
const server = createServer(async (incoming, outgoing) => {
  const known = requestId();
  await delay(1);
  outgoing.end(JSON.stringify({ told: incoming.headers['x-request-id'], known, later: requestId() }));
});
const listen = () => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const ask = (id?: string) =>
  new Promise<Answer>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    get({ port, host: '127.0.0.1', headers: id === undefined ? {} : { 'x-request-id': id } }, async (answer) => {
      const text = (await answer.setEncoding('utf8').toArray()).join('');
      const { 'x-request-id': header, 'server-timing': timing } = answer.headers;
      resolve({ header, timing, seen: JSON.parse(text) });
    }).on('error', reject);
  });
const idOf = ({ header, timing, seen }: Answer) => {
  expect(seen).toEqual({ told: header, known: header, later: header });
  expect(timing).toBe(`request;desc="${header}"`);
  return String(header);
};

describe('behind a trusted proxy', () => {
  // Trust is determined once per process; the setting of trusted proxies is tested below.
  beforeAll(async () => {
    noteRequests(1);
    await listen();
  });
  afterAll(() => server.close());

  it("a request keeps the proxy's id in all of its work", async () => {
    expect(idOf(await ask('edge-3f6c1a2b_77'))).toBe('edge-3f6c1a2b_77');
  });

  it('concurrent requests have their own ids', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, async () => idOf(await ask())));
    expect(new Set(ids).size).toBe(20);
    for (const id of ids) expect(id).toMatch(madeHere);
  });

  it.each([
    ['long', 'a'.repeat(49)],
    ['short', 'abc'],
    ['several words', 'one two three'],
    ['a line of a log', '{"level":50}'],
    ['a script', '<script>alert(1)</script>'],
    ['a control character', 'aaaa\u0080bbbb'],
    ['a doubled id', 'abcdefgh, ijklmnop'],
  ])('an id that is %s is ignored, and not echoed', async (_, hostile) => {
    const id = idOf(await ask(hostile));
    expect(id).toMatch(madeHere);
    expect(id).not.toBe(hostile);
  });
});

it('ids consist of letters, digits, - and _', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (text) => {
      expect(isRequestId(text)).toBe(text.length >= 8 && text.length <= 48 && !/[^A-Za-z0-9_-]/.test(text));
    }),
    { numRuns: 40 },
  );
  expect(isRequestId('abcdefgh\n')).toBe(false);
});

it('trusted proxies are set by the environment', () => {
  expect(isProxy('10.1.2.3', 0)).toBe(false);
  expect(isProxy('10.1.2.3', 1)).toBe(true);
  expect(isProxy('::ffff:10.1.2.3', ['10.0.0.0/8'])).toBe(true);
  expect(isProxy('203.0.113.7', ['10.0.0.0/8'])).toBe(false);
  expect(isProxy(undefined, ['10.0.0.0/8'])).toBe(false);
});

it('a visitor without a proxy cannot choose an id', async () => {
  vi.resetModules();
  const marks = globalThis as typeof globalThis & { [key: symbol]: unknown };
  delete marks[Symbol.for('unstore.notes-requests')];
  const fresh = await import('@/lib/core/request/note-requests');
  fresh.noteRequests(['10.0.0.0/8']);
  await listen();
  expect((await ask('edge-3f6c1a2b_77')).header).toMatch(madeHere);
  server.close();
});
