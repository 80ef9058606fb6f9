/** Client of a server: the AzLink plugin, which does not acknowledge commands, or the agent, which does. */
export const serverKinds = ['azlink', 'agente'] as const;
export type ServerKind = (typeof serverKinds)[number];

/** A player as a server names them. `uid`: their id in games without UUIDs. */
export type OnlinePlayer = { name: string; uuid: string | null; uid: string | null };

/** Status of a server, as its calls report it. */
export type Contact = { platform?: string; plugin?: string; players?: OnlinePlayer[]; maxPlayers?: number };

/**
 * A command that was leased to a server. Sending it again after a missing answer keeps `id`; sending it again from the
 * queue creates a new one.
 */
export type Command = {
  id: string;
  player: string;
  text: string;
  /** Inventory slots that the player must have free. */
  slots: number;
  needsPlayer: boolean;
  /** Null for a test. */
  order: string | null;
};
