/** SPEC §5: at least 6 characters at redemption; letters, digits and underscore, at most 16. */
export const redeemNamePattern = /^[A-Za-z0-9_]{6,16}$/;
export const redeemNameLimits = { min: 6, max: 16 } as const;
