import ipaddr from 'ipaddr.js';

/** The site of an address of `clientAddress`: the first 48 bits of IPv6, which one customer may own. Null for IPv4. */
export function siteOf(address: string): string | null {
  const [network, bits] = address.split('/');
  return network && bits ? `${ipaddr.IPv6.networkAddressFromCIDR(`${network}/48`)}/48` : null;
}
