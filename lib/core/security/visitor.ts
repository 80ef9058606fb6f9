import ipaddr from 'ipaddr.js';
import { dayInSpain } from '@/lib/core/day';
import { env } from '@/lib/core/env';
import { sha256 } from './sha256';
import { type TrustedProxies, visitorAddress } from './visitor-address';

/** The key of limits per address: the address, its network for IPv6, or `unknown`. */
export function clientAddress(headers: Headers, trusted?: TrustedProxies): string {
  const address = visitorAddress(headers, trusted);
  if (!address) return 'unknown';
  return ipaddr.IPv6.isValid(address) ? `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64` : address;
}

/** Private ranges: such a peer is a proxy, or inside the shop's own network. */
const inside = ['loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'];

/**
 * True if `clientAddress` belongs to a single visitor, so that it can be blocked. Behind a proxy that TRUSTED_PROXIES
 * does not list, all visitors share it: the peer is in a private network, or sends `x-forwarded-for`. (Without one,
 * Next.js writes the peer's address there.) Visitors can send this header too and escape the limit, so a second limit
 * is needed.
 */
export function isOneVisitors(headers: Headers): boolean {
  const trusted = env().TRUSTED_PROXIES;
  const address = visitorAddress(headers, trusted);
  if (!address || inside.includes(ipaddr.parse(address).range())) return false;
  return trusted !== 0 || visitorAddress(headers, 1) === address;
}

/** A pseudonym of a visitor that changes every day and cannot be reversed. */
export function visitorHash(headers: Headers, secret: string): string {
  const words = [secret, dayInSpain(), clientAddress(headers), headers.get('user-agent') ?? ''];
  return sha256(words.join('\n')).slice(0, 32);
}

/** True if the user agent declares itself a crawler or program. */
export const isRobot = (headers: Headers): boolean =>
  /bot|crawl|spider|slurp|preview|monitor|lighthouse/i.test(headers.get('user-agent') ?? 'bot');
