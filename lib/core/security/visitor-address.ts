import ipaddr from 'ipaddr.js';
import { env } from '@/lib/core/env';
import { peerAddress } from './peer-header';

/** Proxies whose `x-forwarded-for` is trusted: their number, or their networks. */
export type TrustedProxies = number | string[];

function parse(text: string | null | undefined) {
  const bare = (text ?? '').trim().replace(/^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/, '$1$2');
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null;
}

function isWithin(text: string, networks: string[]): boolean {
  const address = parse(text);
  return networks.some((network) => {
    const [base, bits] = ipaddr.parseCIDR(network);
    return address?.kind() === base.kind() && address.match([base, bits] as [ipaddr.IPv4, number]);
  });
}

/** True if a connection comes from a trusted proxy. */
export const isProxy = (address: string | undefined, trusted: TrustedProxies): boolean =>
  typeof trusted === 'number' ? trusted > 0 : address !== undefined && isWithin(address, trusted);

/** The last entry that no trusted proxy wrote, unparsed. */
function findEntry(headers: Headers, trusted: TrustedProxies): string | null | undefined {
  const peer = peerAddress(headers);
  const claimed = headers.get('x-forwarded-for')?.split(',') ?? [];
  if (typeof trusted === 'number') {
    if (trusted === 0) return peer;
    const chain = [...claimed, peer];
    return chain[Math.max(0, chain.length - 1 - trusted)];
  }
  if (!peer) return null;
  let address = peer;
  for (const entry of claimed.reverse()) {
    if (!isWithin(address, trusted)) break;
    address = entry;
  }
  return address;
}

/**
 * The address of a visitor. Only entries of `x-forwarded-for` that trusted proxies wrote count: each appends the
 * address of its peer, so the last entries are theirs and the first ones can be forged. It needs no Node module, so
 * that the middleware can call it.
 *
 * @returns a normalised IPv4 or IPv6 address; null if it is unknown
 */
export function visitorAddress(headers: Headers, trusted: TrustedProxies = env().TRUSTED_PROXIES): string | null {
  return parse(findEntry(headers, trusted))?.toString() ?? null;
}
