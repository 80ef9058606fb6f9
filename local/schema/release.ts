import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { shopRoot } from '../project.ts';

export type Release = {
  tag: string;
  /** SQL of its migrations, by file name. */
  migrations: Map<string, string>;
};

/**
 * Reads the migrations of the newest release: the highest tag `v<number>…` of the repository.
 *
 * @returns undefined before the first release, and for sources without a repository
 */
export function findRelease(root = shopRoot): Release | undefined {
  if (!existsSync(join(root, '.git'))) return undefined;
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64_000_000,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  const [tag] = git('tag', '--list', 'v[0-9]*', '--sort=-version:refname').split('\n');
  if (!tag) return undefined;
  const paths = git('ls-tree', '--name-only', tag, 'supabase/migrations/').split('\n').filter(Boolean);
  const migrations = paths.map((path): [string, string] => [
    path.slice('supabase/migrations/'.length),
    git('show', `${tag}:${path}`),
  ]);
  return { tag, migrations: new Map(migrations) };
}
