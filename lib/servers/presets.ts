import { z } from 'zod';

/** Events of a licence, by their names in the database. */
export const licenceEvents = ['concedida', 'lanzada', 'devuelta', 'retirada', 'fin_club'] as const;
export type LicenceEvent = (typeof licenceEvents)[number];

/** Events that begin a licence. */
export const beginnings = ['concedida', 'lanzada', 'devuelta'] as const satisfies LicenceEvent[];

export const presets = ['whitelist', 'rango', 'objeto', 'propia'] as const;

/** A command and its undo command. */
export type Step = { orden: string; deshacer: string | null };

/** Commands of a preset. They are safe to repeat. */
export type Plan = { pasos: Step[]; necesita_jugador: boolean; repetible: boolean };

const group = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_.-]{1,40}$/, 'group');
const item = z
  .string()
  .trim()
  .regex(/^[a-z0-9_.-]{1,40}(:[a-z0-9_./-]{1,60})?$/, 'item');
const amount = z.coerce.number('amount').int('amount').min(1, 'amount').max(6_400, 'amount');

export const presetInputs = { group, item, amount };

/** Adds a player to the whitelist of a Minecraft server. */
export const whitelistPlan = (): Plan => ({
  pasos: [{ orden: 'whitelist add {username}', deshacer: 'whitelist remove {username}' }],
  necesita_jugador: false,
  repetible: true,
});

/** Gives a group of LuckPerms. */
export const rankPlan = (name: string): Plan => ({
  pasos: [{ orden: `lp user {username} parent add ${name}`, deshacer: `lp user {username} parent remove ${name}` }],
  necesita_jugador: false,
  repetible: true,
});

/**
 * Gives a Minecraft item. A tag of the order on the player records it: the item is given only without the tag, and
 * removed only with it.
 */
export const itemPlan = (id: string, count: number): Plan => {
  // The name of a Bedrock player may need the quotes of a selector.
  const named = '@a[name="{username}",limit=1]';
  const player = (tag: string) => `@a[name="{username}",tag=${tag}unstore_{order},limit=1]`;
  return {
    pasos: [
      {
        orden: `execute as ${player('!')} run give @s ${id} ${count}`,
        deshacer: `execute as ${player('')} run clear @s ${id} ${count}`,
      },
      { orden: `tag ${named} add unstore_{order}`, deshacer: `tag ${named} remove unstore_{order}` },
    ],
    necesita_jugador: true,
    repetible: true,
  };
};

const lines = (text: string) => text.split('\n').map((line) => line.trim().replace(/^\//, ''));

/**
 * The steps of typed commands, one per line, without the leading slash of the game.
 *
 * @param undo the undo command of each line; an empty line for none
 */
export function typedSteps(commands: string, undo: string): Step[] {
  const back = lines(undo);
  return lines(commands).flatMap((orden, at) => (orden ? [{ orden, deshacer: back[at] || null }] : []));
}
