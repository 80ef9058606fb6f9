import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { restrictPermissions } from '../tools/restrict-permissions.ts';

/** Secrets that no service provides: any long random text that stays the same. */
const generated = {
  CRON_SECRET: () => randomBytes(32).toString('hex'),
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: () => randomBytes(32).toString('base64'),
};

/**
 * Creates the file of variables from its example if it does not exist, and generates empty secrets. Existing secrets
 * are kept.
 *
 * @param file the file of variables, such as `.env`
 * @param example the example to copy
 * @returns a sentence per step, completed now or earlier
 */
export async function makeSecrets(file: string, example: string): Promise<string[]> {
  const done: string[] = [];
  let text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  if (text === undefined) {
    text = await readFile(example, 'utf8');
    done.push(`created ${file} from ${example}: replace its example values (\`npm run doctor\` names them)`);
  }
  const given = parseEnv(text);
  for (const [name, generate] of Object.entries(generated)) {
    if (given[name]) {
      done.push(`${name} is there, and stays`);
      continue;
    }
    const line = `${name}=${generate()}`;
    const empty = new RegExp(`^${name}=.*$`, 'm');
    text = empty.test(text) ? text.replace(empty, () => line) : `${text.replace(/\n?$/, '\n')}${line}\n`;
    done.push(`generated ${name}`);
  }
  await writeFile(file, text, { mode: 0o600 });
  // The mode above applies to a new file only.
  await restrictPermissions(file);
  return done;
}
