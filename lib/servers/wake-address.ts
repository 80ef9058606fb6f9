/**
 * The address at which a server's AzLink listens (`instant-commands`, port 25588), as it is stored: host and port alone.
 *
 * @returns null if it is not such an address
 */
export function wakeAddress(typed: string): string | null {
  const address = /^https?:\/\//i.test(typed) ? typed : `http://${typed}`;
  if (!URL.canParse(address)) return null;
  const { protocol, host, pathname, search, hash, username, password } = new URL(address);
  return host && pathname === '/' && search + hash + username + password === '' ? `${protocol}//${host}/` : null;
}
