import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkEnv } from '../lib/core/env.ts';
import { readEnv } from './doctor/read-env.ts';
import { makeAdmin } from './setup/people.ts';
import { makeSecrets } from './setup/secrets.ts';

// Makes what a new shop needs and no service hands out: secrets, the first admin, the packs of UnCoins. It can be run
// again at any time, changes nothing that is there, and prints what it did (docs/production.md).

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: { 'env-file': { type: 'string', default: '.env' }, admin: { type: 'string' } },
});

const say = (lines: string[]) => console.log(lines.map((line) => `  ${line}`).join('\n'));

try {
  say(await makeSecrets(values['env-file'], join(root, '.env.example')));
  if (values.admin) {
    const { source } = readEnv(process.cwd(), values['env-file']);
    const checked = checkEnv(source);
    const wrong = checked.ok ? [] : checked.problems.filter(({ name }) => name.startsWith('SUPABASE_'));
    if (wrong.length > 0) throw new Error(wrong.map(({ name, message }) => `${name}: ${message}`).join('\n  '));
    const project = { url: source.SUPABASE_URL ?? '', secretKey: source.SUPABASE_SECRET_KEY ?? '' };
    say(await makeAdmin(project, values.admin));
  } else {
    say(['no admin was made: run it again with `-- --admin you@gmail.com` once you have registered in the shop']);
  }
  say(['`npm run doctor` says what is still missing']);
} catch (error) {
  console.error(`  ${(error as Error).message}`);
  process.exitCode = 1;
}
