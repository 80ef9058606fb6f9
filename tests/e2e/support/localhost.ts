import dns, { type LookupAllOptions } from 'node:dns';

const { lookup } = dns.promises;

/**
 * Playwright resolves both address families of `localhost` for each connection. If the hosts file has only one, the
 * name server is queried for the other, and a lost response blocks for five seconds. Here both are the system's default
 * address.
 */
async function lookUp(name: string, options: LookupAllOptions) {
  if (name !== 'localhost' || !options.all) return lookup(name, options);
  const found = await lookup(name, { all: true });
  return found.filter(({ family }) => !options.family || family === options.family);
}

Object.assign(dns.promises, { lookup: lookUp });
