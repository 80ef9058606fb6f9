/** Bounds of the shortest Minecraft name that the settings of the shop ask for. Players with three letters exist. */
export const leastNameBounds = [3, 16] as const;

/** The rule for a Minecraft name of at least so many characters: letters, digits and underscores. */
export const minecraftName = (min: number) => ({
  min,
  max: 16,
  forbidden: /[^A-Za-z0-9_]/,
  pattern: new RegExp(`^[A-Za-z0-9_]{${min},16}$`),
});

/** What a Minecraft name is at all. How long it has to be is a setting, which the database checks. */
export const anyMinecraftName = minecraftName(leastNameBounds[0]);
