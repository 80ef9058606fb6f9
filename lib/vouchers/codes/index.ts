/**
 * At redemption: 6 to 16 letters, digits and underscores. The checkout asks for at least 5 (docs/behaviour/checkout.md,
 * "Checkout").
 */
export const redeemNamePattern = /^[A-Za-z0-9_]{6,16}$/;
export const redeemNameLimits = { min: 6, max: 16 } as const;
