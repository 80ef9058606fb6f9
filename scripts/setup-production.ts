import { join } from 'node:path';
import { readOptions } from '@unstore/processes';
import { makeAdmin } from './setup/people.ts';
import { readProject, runCommand, say } from './setup/project.ts';
import { makeSecrets } from './setup/secrets.ts';

// Creates the parts of a new shop that no service provides: secrets, the first admin, the packs of UnCoins. Idempotent;
// prints each step (docs/production.md).
const { values } = readOptions({
  options: { 'env-file': { type: 'string' }, admin: { type: 'string' } },
});

await runCommand(async () => {
  say(await makeSecrets(values['env-file'] ?? '.env', join(import.meta.dirname, '../.env.example')));
  if (values.admin) say(await makeAdmin(readProject(values['env-file']), values.admin));
  else say(['no admin was made: run it again with `-- --admin you@gmail.com` once you have registered in the shop']);
  say(['`npm run doctor` says what is still missing']);
});
