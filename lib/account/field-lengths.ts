/** Maximum lengths of account fields. */
export const fieldLengths = { displayName: 20, phone: 15, bio: 500, email: 254, password: 60 } as const;

export const shortestPassword = 6;

/** Octets before the `@` (RFC 5321, section 4.5.3.1.1). */
const localPart = 64;

/** True if mail servers accept an address of this length. */
export const fitsMail = (email: string): boolean =>
  new TextEncoder().encode(email.slice(0, email.lastIndexOf('@'))).length <= localPart;

/** bcrypt reads no more bytes, so Auth refuses a longer password. */
const passwordBytes = 72;

/** True if Auth accepts a password of this length. */
export const fitsAuth = (password: string): boolean => new TextEncoder().encode(password).length <= passwordBytes;
