/** Carries the address of the connection from the server to whatever answers the request. */
export const peerHeader = 'x-peer-address';

/** The variable with the secret of this process. The gates share no memory with pages, but they share variables. */
export const peerSecret = 'UNSTORE_PEER_SECRET';

/** The address at the other end of the connection, or null if the request has no such header. */
export function peerAddress(headers: Headers): string | null {
  const [secret, address] = (headers.get(peerHeader) ?? '').split(' ');
  return secret && secret === process.env[peerSecret] && address ? address : null;
}
