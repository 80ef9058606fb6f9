import { checkEnv } from '../../lib/core/env.ts';
import { readEnv } from '../doctor/read-env.ts';

/**
 * The Supabase project that the variables name.
 *
 * @param file the file of variables, below the environment of this process
 * @throws an Error that names every variable of the project that is wrong
 */
export function readProject(file: string): { url: string; secretKey: string } {
  const { source } = readEnv(process.cwd(), file);
  const checked = checkEnv(source);
  const wrong = checked.ok ? [] : checked.problems.filter(({ name }) => name.startsWith('SUPABASE_'));
  if (wrong.length > 0) throw new Error(wrong.map(({ name, message }) => `${name}: ${message}`).join('\n  '));
  return { url: source.SUPABASE_URL ?? '', secretKey: source.SUPABASE_SECRET_KEY ?? '' };
}

/** Prints sentences, one a line. */
export const say = (lines: string[]): void => console.log(lines.map((line) => `  ${line}`).join('\n'));

/** Runs a command, and ends with 1 and a sentence when it fails. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(`  ${(error as Error).message}`);
    process.exitCode = 1;
  }
}
