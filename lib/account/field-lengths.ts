/** The most characters that the fields of an account take. */
export const fieldLengths = { displayName: 20, phone: 15, bio: 500, email: 254, password: 60 } as const;

export const shortestPassword = 6;

/** Auth refuses a password of more bytes than bcrypt reads. */
const passwordBytes = 72;

/** Whether Auth takes a password of this length. */
export const fitsAuth = (password: string): boolean => new TextEncoder().encode(password).length <= passwordBytes;
