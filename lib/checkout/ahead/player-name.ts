import { randomBytes } from 'node:crypto';
import { minecraftName } from '@/lib/account/names/minecraft-name';
import { parseJson } from '@/lib/core/http/json';

/** Stands in a page where the name of a player does; the letters of both mean the same in HTML and in scripts. */
const placeholder = `N${randomBytes(12).toString('hex')}`;

/**
 * Takes the name of the player out of an answer of `pagina_de_pago`.
 *
 * @returns null where that cannot be done
 */
export function takeName(answer: string): { quotes: string; name: string } | null {
  const row = parseJson(answer);
  if (typeof row !== 'object' || row === null) return null;
  const name: unknown = 'minecraft_name' in row ? row.minecraft_name : null;
  if (name === null) return { quotes: answer, name: '' };
  if (typeof name !== 'string' || !minecraftName.pattern.test(name)) return null;
  return { quotes: JSON.stringify({ ...row, minecraft_name: placeholder }), name };
}

/** Puts the name of a player into a page that was made from such an answer. */
export const putName = (html: string, name: string): string => html.replaceAll(placeholder, name);
