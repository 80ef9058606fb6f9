import 'server-only';
import { join } from 'node:path';
import ipaddr from 'ipaddr.js';
import { type CountryResponse, open, type Reader } from 'maxmind';

/** Ranges of addresses and the countries they are registered in, by the regional registries (public domain). */
const file = join(process.cwd(), 'node_modules/@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb');

// This data set has only the country, not the nested records of MaxMind's own.
type Range = CountryResponse & { country_code: string };

let ranges: Promise<Reader<Range>> | undefined;

/**
 * The country in which an internet address is registered. For a person behind a VPN, it is that of the VPN.
 *
 * @returns two letters of ISO 3166-1; empty for an address of no country, as in a local network
 * @throws when the data set cannot be read
 */
export async function countryOf(address: string | null): Promise<string> {
  if (!address || !ipaddr.isValid(address)) return '';
  ranges ??= open<Range>(file);
  return (await ranges).get(ipaddr.process(address).toString())?.country_code ?? '';
}
