const longest = 16;

/** The rule for a Minecraft name of at least so many characters: letters, digits and underscores. */
const nameOf = (min: number) => ({ min, max: longest, pattern: new RegExp(`^[A-Za-z0-9_]{${min},${longest}}$`) });

/** At the checkout (docs/behaviour/checkout.md, "Checkout"). */
export const minecraftName = nameOf(5);

/** Name for a redeemed code (docs/behaviour/orders.md, "Redeem codes"). */
export const redeemName = nameOf(6);
