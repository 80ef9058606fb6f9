import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notePeers } from '@/lib/core/security/peer';
import { clientAddress } from '@/lib/core/security/visitor';
import { type TrustedProxies, visitorAddress } from '@/lib/core/security/visitor-address';

// A real server and real connections: what a visitor claims goes through Node as it does in production.
let trusted: TrustedProxies = 0;
const server = createServer((incoming, outgoing) => {
  outgoing.end(clientAddress(new Headers(incoming.headers as Record<string, string>), trusted));
});
beforeAll(async () => {
  notePeers();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

const ask = (headers: Record<string, string>, proxies: TrustedProxies = 0) =>
  new Promise<string>((resolve, reject) => {
    trusted = proxies;
    const { port } = server.address() as AddressInfo;
    request({ port, host: '127.0.0.1', headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      answer.on('end', () => resolve(text));
    })
      .on('error', reject)
      .end();
  });

describe('the source of a request', () => {
  it('is the connection without a trusted proxy, for any headers of the visitor', async () => {
    await fc.assert(
      fc.asyncProperty(fc.ipV4(), fc.ipV6(), async (one, two) => {
        const claims = { 'x-forwarded-for': `${one}, ${two}`, 'x-real-ip': one, 'x-peer-address': `secret ${two}` };
        expect(await ask(claims)).toBe('127.0.0.1');
      }),
      { numRuns: 40 },
    );
  });

  it('is determined by the nearest trusted proxies, from the right', async () => {
    const claims = { 'x-forwarded-for': '6.6.6.6, 203.0.113.7, 10.0.0.2' };
    expect(await ask(claims, 1)).toBe('10.0.0.2');
    expect(await ask(claims, 2)).toBe('203.0.113.7');
    expect(await ask(claims, ['127.0.0.0/8', '10.0.0.0/8'])).toBe('203.0.113.7');
    expect(await ask(claims, ['10.0.0.0/8'])).toBe('127.0.0.1');
    expect(await ask({ 'x-forwarded-for': 'not an address' }, 1)).toBe('unknown');
    expect(await ask({ 'x-forwarded-for': '203.0.113.7:51234' }, 1)).toBe('203.0.113.7');
  });

  it('is normalised, and reduced to the network for IPv6', async () => {
    const sourceOf = (address: string) => ask({ 'x-forwarded-for': address }, 1);
    expect(await sourceOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
    expect(await sourceOf('2001:DB8:1:2::1')).toBe(await sourceOf('[2001:db8:1:2:ffff:0:0:9]:443'));
    expect(await sourceOf('2001:db8:1:2::1')).not.toBe(await sourceOf('2001:db8:1:3::1'));
  });

  it("is the full address for Auth's limits, and null if unknown", () => {
    const sourceOf = (claimed: string) => visitorAddress(new Headers({ 'x-forwarded-for': claimed }), 1);
    expect(sourceOf('2001:DB8:1:2:0:0:0:1')).toBe('2001:db8:1:2::1');
    expect(sourceOf('[2001:db8:1:2::1]:443')).toBe('2001:db8:1:2::1');
    expect(sourceOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
    expect(sourceOf('unknown')).toBeNull();
    expect(visitorAddress(new Headers({ 'x-peer-address': 'secret 203.0.113.7' }), 0)).toBeNull();
  });

  it('is unknown without a recorded connection and a trusted proxy', () => {
    expect(clientAddress(new Headers({ 'x-forwarded-for': '1.2.3.4', 'x-peer-address': ' 1.2.3.4' }), 0)).toBe(
      'unknown',
    );
    expect(clientAddress(new Headers({ 'x-forwarded-for': '6.6.6.6, 1.2.3.4' }), 1)).toBe('1.2.3.4');
  });
});
