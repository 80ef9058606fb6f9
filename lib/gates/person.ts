/** The roles of people in the shop (docs/behaviour/account.md, "Roles"). */
export const roles = ['user', 'moderador', 'admin'] as const;
export type Role = (typeof roles)[number];

/**
 * How a person signed in, in this order: they have no second factor; it is still missing; they used a recovery code
 * instead; they used it. Only the last opens the panel.
 */
export type SecondFactor = 'none' | 'pending' | 'recovered' | 'shown';
