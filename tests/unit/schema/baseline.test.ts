import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { shopFolders } from '../../../local/project.ts';
import { findFaults, squashMigrations, writeBaseline } from '../../../local/schema/baseline.ts';
import { findRelease } from '../../../local/schema/release.ts';

/** A repository with the schema files and the baseline of the shop. */
async function createRepository() {
  const root = await mkdtemp(join(tmpdir(), 'unstore-baseline-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const schemas = join(root, 'supabase/schemas');
  const migrations = join(root, 'supabase/migrations');
  await cp(shopFolders.schemas, schemas, { recursive: true });
  await mkdir(migrations);
  await writeBaseline({ schemas, migrations });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ana', '-c', 'user.email=ana@example.com', ...args], { cwd: root });
  const tag = (name: string) => {
    git('add', '.');
    git('commit', '-q', '-m', name);
    git('-c', 'tag.gpgSign=false', 'tag', name);
  };
  git('init', '-q');
  return { root, schemas, migrations, tag, faults: () => findFaults(findRelease(root), { schemas, migrations }) };
}

const stale = ['The baseline is not what the schema files say: run `npm run db:baseline`.'];

test('the shop’s migrations match its schema files and its newest release', async () => {
  expect(await findFaults(findRelease())).toEqual([]);
});

test('without a release, a changed schema file makes the baseline stale until regenerated', async () => {
  const { schemas, migrations, faults } = await createRepository();
  expect(await faults()).toEqual([]);
  await writeFile(join(schemas, '98_more.sql'), 'create table public.things (id integer);\n');
  expect(await faults()).toEqual(stale);
  await writeBaseline({ schemas, migrations });
  expect(await faults()).toEqual([]);
  expect(await readFile(join(migrations, '20261101000000_baseline.sql'), 'utf8')).toContain('public.things');

  await writeFile(join(migrations, '20270101000000_add.sql'), 'select 1;\n');
  expect(await faults()).toEqual(stale);
});

test('a release keeps its migrations; later ones are added and squashed', async () => {
  const { root, schemas, migrations, tag, faults } = await createRepository();
  tag('v1.9.0');
  await writeFile(join(schemas, '98_more.sql'), 'create table public.things (id integer);\n');
  expect(await faults()).toEqual([]);
  await writeFile(join(migrations, '20270101000000_add.sql'), 'select 1;\n');
  await writeFile(join(migrations, '20270102000000_add_more.sql'), 'select 2;\n');
  const release = findRelease(root);
  if (!release) throw new Error('no release');
  const path = await squashMigrations(release, 'second_release', migrations);
  expect(path).toBe(join(migrations, '20270102000000_second_release.sql'));
  expect(await readdir(migrations)).toEqual(['20261101000000_baseline.sql', '20270102000000_second_release.sql']);
  expect(await readFile(path ?? '', 'utf8')).toBe('select 1;\n\nselect 2;\n');

  tag('v1.10.0');
  expect(findRelease(root)?.tag).toBe('v1.10.0');
  await writeFile(path ?? '', 'select 3;\n');
  await rm(join(migrations, '20261101000000_baseline.sql'));
  expect(await faults()).toEqual([
    expect.stringMatching(/^20261101000000_baseline\.sql is not as in v1\.10\.0: .*npm run db:migration/),
    expect.stringMatching(/^20270102000000_second_release\.sql is not as in v1\.10\.0/),
  ]);
});

test('sources without a repository have no release', async () => {
  const root = await mkdtemp(join(tmpdir(), 'unstore-baseline-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  expect(findRelease(root)).toBeUndefined();
});
