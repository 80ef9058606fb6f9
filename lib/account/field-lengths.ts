/** Maximum lengths of account fields. */
export const fieldLengths = { displayName: 20, phone: 15, bio: 500, email: 254, password: 60 } as const;

export const shortestPassword = 6;

/** bcrypt reads no more bytes, so Auth refuses a longer password. */
const passwordBytes = 72;

/** True if Auth accepts a password of this length. */
export const fitsAuth = (password: string): boolean => new TextEncoder().encode(password).length <= passwordBytes;
