import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { dayInSpain } from '@/lib/core/day';
import { env } from '@/lib/core/env';
import { type TrustedProxies, visitorAddress } from './visitor-address';

/**
 * Whom a limit counts: the address a request comes from, or `unknown`. For IPv6 it is the network, because one connection
 * has billions of addresses.
 */
export function clientAddress(headers: Headers, trusted?: TrustedProxies): string {
  const address = visitorAddress(headers, trusted);
  if (!address) return 'unknown';
  return ipaddr.IPv6.isValid(address) ? `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64` : address;
}

/** Addresses that are of no use in the internet: whoever asks from there is a proxy, or is in the shop's own network. */
const inside = ['loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'];

/**
 * Whether the address of `clientAddress` is one visitor's, so that what it does may be held against it. It is everybody's
 * where the shop is behind a proxy and TRUSTED_PROXIES names none: the proxy asks from the shop's own network, or says in
 * `x-forwarded-for` that it asks for somebody else. (Where nothing is said, Next.js writes the other end of the connection
 * there.) A visitor can write that header as well, and is then counted by no address: what is guarded by this needs
 * another limit beside it.
 */
export function isOneVisitors(headers: Headers): boolean {
  const trusted = env().TRUSTED_PROXIES;
  const address = visitorAddress(headers, trusted);
  if (!address || inside.includes(ipaddr.parse(address).range())) return false;
  return trusted !== 0 || visitorAddress(headers, 1) === address;
}

/** A pseudonym for a visitor, which changes every day of the shop and cannot be turned back into an address. */
export function visitorHash(headers: Headers, secret: string): string {
  const day = dayInSpain();
  return createHash('sha256')
    .update([secret, day, clientAddress(headers), headers.get('user-agent') ?? ''].join('\n'))
    .digest('hex')
    .slice(0, 32);
}

/** Whether a request comes from a crawler or another program, by its own account. */
export const isRobot = (headers: Headers): boolean =>
  /bot|crawl|spider|slurp|preview|monitor|lighthouse/i.test(headers.get('user-agent') ?? 'bot');
