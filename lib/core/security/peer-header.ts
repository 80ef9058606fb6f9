/** Carries the address of the connection from the server to whatever answers the request. */
export const peerHeader = 'x-peer-address';

/** The variable with the secret of this process. The gates share no memory with pages, but they share variables. */
export const peerSecret = 'UNSTORE_PEER_SECRET';

const read = (headers: Headers) => {
  const [secret, address] = (headers.get(peerHeader) ?? '').split(' ');
  return { isOurs: Boolean(secret) && secret === process.env[peerSecret], address };
};

/**
 * Whether the server of this process has written the header of this request. Then the other headers that it writes are
 * its own as well, and not a visitor's.
 */
export const isNoted = (headers: Headers): boolean => read(headers).isOurs;

/** The address at the other end of the connection, or null if the request has no such header. */
export function peerAddress(headers: Headers): string | null {
  const { isOurs, address } = read(headers);
  return isOurs && address ? address : null;
}
