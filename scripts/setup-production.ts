import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeAdmin } from './setup/people.ts';
import { readProject, runCommand, say } from './setup/project.ts';
import { makeSecrets } from './setup/secrets.ts';

// Makes what a new shop needs and no service hands out: secrets, the first admin, the packs of UnCoins. It can be run
// again at any time, changes nothing that is there, and prints what it did (docs/production.md).
const { values } = parseArgs({
  options: { 'env-file': { type: 'string', default: '.env' }, admin: { type: 'string' } },
});

await runCommand(async () => {
  say(await makeSecrets(values['env-file'], join(import.meta.dirname, '../.env.example')));
  if (values.admin) say(await makeAdmin(readProject(values['env-file']), values.admin));
  else say(['no admin was made: run it again with `-- --admin you@gmail.com` once you have registered in the shop']);
  say(['`npm run doctor` says what is still missing']);
});
