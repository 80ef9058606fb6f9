import ipaddr from 'ipaddr.js';
import { env } from '@/lib/core/env';
import { peerAddress } from './peer-header';

/** The proxies whose `x-forwarded-for` is trusted: how many there are, or which networks they are in. */
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

/** Whether the other end of a connection is a trusted proxy. */
export const isProxy = (address: string | undefined, trusted: TrustedProxies): boolean =>
  typeof trusted === 'number' ? trusted > 0 : address !== undefined && isWithin(address, trusted);

/** The last entry that no trusted proxy vouches for any more, as it was written. */
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
 * The address a request comes from. In `x-forwarded-for` only the entries written by trusted proxies count. Each proxy
 * appends the address it was asked from, so the last entries are theirs, and anybody can have written the first ones.
 * It needs no module of Node, so that the gates can ask as well.
 *
 * @returns an IPv4 or IPv6 address in one spelling, or null if it is not known
 */
export function visitorAddress(headers: Headers, trusted: TrustedProxies = env().TRUSTED_PROXIES): string | null {
  return parse(findEntry(headers, trusted))?.toString() ?? null;
}
