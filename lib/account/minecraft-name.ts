const longest = 16;

/** A Minecraft name of at least so many characters: letters, digits and underscore. */
const nameOf = (min: number) => ({ min, max: longest, pattern: new RegExp(`^[A-Za-z0-9_]{${min},${longest}}$`) });

/** The name that a purchase is for. */
export const minecraftName = nameOf(5);

/** The name that a code is redeemed for: one character more (SPEC §5). */
export const redeemName = nameOf(6);
