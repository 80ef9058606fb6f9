/** Carries the address of the connection from the server to whatever answers the request. */
export const peerHeader = 'x-peer-address';

/** The variable with the secret of this process. The gates share no memory with pages, but they share variables. */
export const peerSecret = 'UNSTORE_PEER_SECRET';

const read = (headers: Headers) => {
  const [secret, address] = (headers.get(peerHeader) ?? '').split(' ');
  return { isOurs: Boolean(secret) && secret === process.env[peerSecret], address };
};

/** Whether the server of this process has looked at a request, so that its other notes are no visitor's. */
export const isNoted = (headers: Headers): boolean => read(headers).isOurs;

/** The address at the other end of the connection, or null if the request has no such header. */
export function peerAddress(headers: Headers): string | null {
  const { isOurs, address } = read(headers);
  return isOurs && address ? address : null;
}
