import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { dayInSpain } from '@/lib/core/day';
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
