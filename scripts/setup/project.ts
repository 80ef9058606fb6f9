import { join } from 'node:path';
import { checkEnv } from '../../lib/core/env.ts';
import { readEnv } from '../doctor/read-env.ts';

/**
 * The Supabase project of the shop's variables. Prints its address.
 *
 * @param file replaces the shop's own files; variables of this process take precedence
 * @throws an Error that names every invalid variable of the project
 */
export function readProject(
  file?: string,
  folder: string = join(import.meta.dirname, '../..'),
): { url: string; secretKey: string } {
  const { source } = readEnv(folder, file);
  const checked = checkEnv(source);
  const wrong = checked.ok ? [] : checked.problems.filter(({ name }) => name.startsWith('SUPABASE_'));
  if (wrong.length > 0) throw new Error(wrong.map(({ name, message }) => `${name}: ${message}`).join('\n  '));
  say([`the project is ${source.SUPABASE_URL}`]);
  return { url: source.SUPABASE_URL ?? '', secretKey: source.SUPABASE_SECRET_KEY ?? '' };
}

/** Prints one sentence per line. */
export const say = (lines: string[]): void => console.log(lines.map((line) => `  ${line}`).join('\n'));

/** Runs a command; on failure prints its message and exits with 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(`  ${(error as Error).message}`);
    process.exitCode = 1;
  }
}
