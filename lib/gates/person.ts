/** What a person may be in the shop. */
export const roles = ['user', 'moderador', 'admin'] as const;
export type Role = (typeof roles)[number];

/**
 * How a person signed in: there is no second factor; it has still to be shown; a recovery code stood in for it; it was
 * shown. The panel opens to the last only.
 */
export type SecondFactor = 'none' | 'pending' | 'recovered' | 'shown';
