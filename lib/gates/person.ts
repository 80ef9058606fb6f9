/** The roles of people in the shop (docs/behaviour/account.md, "Roles"). */
export const roles = ['user', 'moderador', 'admin'] as const;
export type Role = (typeof roles)[number];

/**
 * State of a person's second factor, in this order: none; still missing; replaced by a recovery code; verified. Only
 * the last opens the panel.
 */
export type SecondFactor = 'none' | 'pending' | 'recovered' | 'shown';
