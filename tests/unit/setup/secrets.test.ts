import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { makeSecrets } from '@/scripts/setup/secrets';

const folder = await mkdtemp(join(tmpdir(), 'setup-'));
afterAll(() => rm(folder, { recursive: true }));
const example = join(import.meta.dirname, '../../../.env.example');
const read = async (file: string) => parseEnv(await readFile(file, 'utf8'));

it('the setup creates the environment file with generated secrets, readable by its owner only', async () => {
  const file = join(folder, 'new.env');
  const said = await makeSecrets(file, example);
  const made = await read(file);
  expect(said).toEqual([
    `created ${file} from ${example}: replace its example values (\`npm run doctor\` names them)`,
    'generated CRON_SECRET',
    'generated NEXT_SERVER_ACTIONS_ENCRYPTION_KEY',
  ]);
  expect(made.CRON_SECRET).toMatch(/^[\da-f]{64}$/);
  expect(Buffer.from(made.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY ?? '', 'base64')).toHaveLength(32);
  expect((await stat(file)).mode & 0o077).toBe(0);
  expect(made).toEqual({ ...(await read(example)), ...made });
});

it('the command of the setup creates the file that --env-file names', async () => {
  const file = join(folder, 'named.env');
  await promisify(execFile)('npm', ['run', '--silent', 'setup:production', '--', '--env-file', file]);
  expect((await read(file)).CRON_SECRET).toMatch(/^[\da-f]{64}$/);
});

it('the setup of secrets is idempotent', async () => {
  const file = join(folder, 'again.env');
  await makeSecrets(file, example);
  const before = await readFile(file, 'utf8');
  expect(await makeSecrets(file, example)).toEqual([
    'CRON_SECRET is there, and stays',
    'NEXT_SERVER_ACTIONS_ENCRYPTION_KEY is there, and stays',
  ]);
  expect(await readFile(file, 'utf8')).toBe(before);
});

it("the setup keeps an operator's values, appends missing secrets, and closes the file to others only", async () => {
  const file = join(folder, 'own.env');
  await writeFile(file, '# mine\nSITE_URL=https://a.example\nCRON_SECRET=my-own-secret');
  await chmod(file, 0o644);
  await makeSecrets(file, example);
  expect((await stat(file)).mode & 0o777).toBe(0o640);
  const text = await readFile(file, 'utf8');
  expect(text).toMatch(/^# mine\nSITE_URL=https:\/\/a\.example\nCRON_SECRET=my-own-secret\nNEXT_SERVER_ACTIONS_/);
});
