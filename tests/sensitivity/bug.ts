import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** A mistake that somebody could make in one place of the sources, and the tests that ought to notice. */
export type Bug = {
  /** Unique, in kebab-case. */
  id: string;
  /** What it breaks, in one line. */
  breaks: string;
  /** Where it is made, from the root of the repository. */
  file: string;
  /** A text that the file holds exactly once. */
  find: string;
  /** What stands there instead. */
  replace: string;
  /**
   * The test files that are to catch it, of tests/unit or tests/db; the one that does first, because the others are not
   * run then.
   */
  tests: string[];
  /** Set where the nearest tests did not notice it when it was first tried: why, and so what was added. */
  missed?: string;
  /** Why nothing has to catch it: set where the mistake changes nothing that anybody could notice. */
  harmless?: string;
};

/** The folder of the schema files: what is changed there is made on the scratch database of the run. */
export const schemaFolder = 'supabase/schemas/';

/** Whether a mistake is one of the database. */
export const isSql = ({ file }: Bug): boolean => file.startsWith(schemaFolder);

/**
 * The text of a file with the mistake in it.
 *
 * @param from the folder of the sources, or of a copy of them
 * @throws when the place is not there, or there more than once
 */
export async function makeMistake({ id, file, find, replace }: Bug, from = root): Promise<string> {
  const text = await readFile(join(from, file), 'utf8');
  const places = text.split(find).length - 1;
  if (places !== 1) throw new Error(`${id}: its place is ${places} times in ${file}, not once:\n${find}`);
  if (find === replace) throw new Error(`${id} changes nothing.`);
  return text.replace(find, () => replace);
}
