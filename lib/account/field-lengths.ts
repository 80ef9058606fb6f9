/** The most characters that the fields of an account take. */
export const fieldLengths = { displayName: 20, phone: 15, bio: 500, email: 254, password: 60 } as const;

export const shortestPassword = 6;
