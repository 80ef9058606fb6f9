import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { env } from '@/lib/core/env';
import { peerAddress } from './peer';

/** The proxies whose `x-forwarded-for` is trusted: how many there are, or which networks they are in. */
export type TrustedProxies = number | string[];

const nobody = 'unknown';

function parse(text: string) {
  const bare = text.trim().replace(/^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/, '$1$2');
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null;
}

/**
 * A visitor's address in one spelling. For IPv6 it is the network, because one connection has billions of addresses.
 */
function normalize(text: string | undefined): string {
  const address = parse(text ?? '');
  if (!address) return nobody;
  if (address.kind() === 'ipv4') return address.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64`;
}

function isWithin(text: string, networks: string[]): boolean {
  const address = parse(text);
  return networks.some((network) => {
    const [base, bits] = ipaddr.parseCIDR(network);
    return address?.kind() === base.kind() && address.match([base, bits] as [ipaddr.IPv4, number]);
  });
}

/**
 * The address a request comes from. In `x-forwarded-for` only the entries written by trusted proxies count. Each proxy
 * appends the address it was asked from, so the last entries are theirs, and anybody can have written the first ones.
 */
export function clientAddress(headers: Headers, trusted: TrustedProxies = env().TRUSTED_PROXIES): string {
  const peer = peerAddress(headers);
  const claimed = headers.get('x-forwarded-for')?.split(',') ?? [];
  if (typeof trusted === 'number') {
    if (trusted === 0) return normalize(peer ?? undefined);
    const chain = peer ? [...claimed, peer] : [...claimed, nobody];
    return normalize(chain[Math.max(0, chain.length - 1 - trusted)]);
  }
  if (!peer) return nobody;
  let address = peer;
  for (const entry of claimed.reverse()) {
    if (!isWithin(address, trusted)) break;
    address = entry;
  }
  return normalize(address);
}

/** A pseudonym for a visitor, which changes every day and cannot be turned back into an address. */
export function visitorHash(headers: Headers, secret: string): string {
  const day = new Date().toISOString().slice(0, 10);
  return createHash('sha256')
    .update([secret, day, clientAddress(headers), headers.get('user-agent') ?? ''].join('\n'))
    .digest('hex')
    .slice(0, 32);
}

/** Whether a request comes from a crawler or another program, by its own account. */
export const isRobot = (headers: Headers): boolean =>
  /bot|crawl|spider|slurp|preview|monitor|lighthouse/i.test(headers.get('user-agent') ?? 'bot');
