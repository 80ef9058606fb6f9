export const usernameLength = { min: 3, max: 20 } as const;

/** A finished username: letters, digits and underscore. */
export const usernamePattern = new RegExp(`^[A-Za-z0-9_]{${usernameLength.min},${usernameLength.max}}$`);
