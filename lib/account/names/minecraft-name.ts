/** Bounds of the minimum length that the settings of the shop can require. Names of three characters exist. */
export const leastNameBounds = [3, 16] as const;

/** The rule for a Minecraft name of at least `min` characters: letters, digits and underscores. */
export const minecraftName = (min: number) => ({
  min,
  max: 16,
  forbidden: /[^A-Za-z0-9_]/,
  pattern: new RegExp(`^[A-Za-z0-9_]{${min},16}$`),
});

/** The rule for any Minecraft name. The database checks the minimum length of the settings. */
export const anyMinecraftName = minecraftName(leastNameBounds[0]);
