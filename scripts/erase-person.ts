import { readOptions } from '@unstore/processes';
import { erasePerson } from './setup/people.ts';
import { readProject, runCommand, say } from './setup/project.ts';

// Erases the account of a person on request (docs/personal-data.md).
const { values } = readOptions({
  options: {
    'env-file': { type: 'string' },
    email: { type: 'string' },
    id: { type: 'string' },
    reason: { type: 'string' },
  },
});

await runCommand(async () => {
  const { email, id, reason } = values;
  if (!email === !id || !reason)
    throw new Error('Usage: npm run erase:person -- --email who@gmail.com | --id <id> --reason "asked by letter"');
  say(await erasePerson(readProject(values['env-file']), { email, id }, reason));
});
