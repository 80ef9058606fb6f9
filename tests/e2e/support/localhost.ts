import dns, { type LookupAllOptions } from 'node:dns';

const { lookup } = dns.promises;

/**
 * Playwright asks for both kinds of addresses of `localhost` with each connection. Where the hosts file has only one,
 * the name server is asked for the other, and an answer that is lost holds everything up for five seconds. Here both are
 * what the system answers when it may choose.
 */
async function lookUp(name: string, options: LookupAllOptions) {
  if (name !== 'localhost' || !options.all) return lookup(name, options);
  const found = await lookup(name, { all: true });
  return found.filter(({ family }) => !options.family || family === options.family);
}

Object.assign(dns.promises, { lookup: lookUp });
