import ipaddr from 'ipaddr.js';

/**
 * The site that an address of `clientAddress` belongs to: for IPv6 its first 48 bits, as a home, a company or a
 * tunnel may use all. Null for IPv4, where an address is all that a connection has.
 */
export function siteOf(address: string): string | null {
  const [network, bits] = address.split('/');
  return network && bits ? `${ipaddr.IPv6.networkAddressFromCIDR(`${network}/48`)}/48` : null;
}
