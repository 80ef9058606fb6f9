/** Header with the address of the connection, from the server to its handlers. */
export const peerHeader = 'x-peer-address';

/**
 * The environment variable with the secret of this process. Middleware shares no memory with pages, but it shares the
 * environment.
 */
export const peerSecret = 'UNSTORE_PEER_SECRET';

const read = (headers: Headers) => {
  const [secret, address] = (headers.get(peerHeader) ?? '').split(' ');
  return { isOurs: Boolean(secret) && secret === process.env[peerSecret], address };
};

/** True if this server wrote the header. Then its other internal headers are genuine too. */
export const isNoted = (headers: Headers): boolean => read(headers).isOurs;

/** The remote address of the connection; null without the header. */
export function peerAddress(headers: Headers): string | null {
  const { isOurs, address } = read(headers);
  return isOurs && address ? address : null;
}
