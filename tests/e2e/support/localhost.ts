import dns, { type LookupAllOptions } from 'node:dns';

const { lookup } = dns.promises;

/**
 * Resolves `localhost` once for both address families. Playwright resolves each family for every connection: if the
 * hosts file has only one, the name server is queried for the other, and a lost response blocks for five seconds.
 */
async function lookUp(name: string, options: LookupAllOptions) {
  if (name !== 'localhost' || !options.all) return lookup(name, options);
  const found = await lookup(name, { all: true });
  return found.filter(({ family }) => !options.family || family === options.family);
}

Object.assign(dns.promises, { lookup: lookUp });
