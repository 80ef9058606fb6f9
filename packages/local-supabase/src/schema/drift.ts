import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { migrate } from '../database/migrate.ts';
import { copyDatabase, createPlatformDatabase } from '../database/scratch.ts';
import { type Catalogue, compareCatalogues, type Difference, readCatalogue } from './catalogue.ts';
import { applySchemas } from './files.ts';

export type Folders = {
  schemas: string;
  migrations: string;
  /** An existing database with some of the migrations; the others are applied to a copy of it. */
  template?: string;
};
export type Sides = { migrated: string; declared: string };

async function catalogueOf(databaseUrl: string): Promise<Catalogue> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    return await readCatalogue(sql);
  } finally {
    await sql.end();
  }
}

/** Creates two databases on a scratch cluster: one from the migrations, one from the schema files. */
export async function makeBoth(serverUrl: string, folders: Folders): Promise<Sides> {
  const name = randomUUID().slice(0, 8);
  const migrated = await (folders.template
    ? copyDatabase(serverUrl, folders.template, `migrated_${name}`)
    : createPlatformDatabase(serverUrl, `migrated_${name}`));
  const declared = await createPlatformDatabase(serverUrl, `declared_${name}`);
  await migrate(migrated, folders.migrations);
  await applySchemas(declared, folders.schemas);
  return { migrated, declared };
}

/** Differences between both databases: `left` from the migrations, `right` from the schema files. */
export async function compareBoth({ migrated, declared }: Sides): Promise<Difference[]> {
  const [left, right] = await Promise.all([catalogueOf(migrated), catalogueOf(declared)]);
  return compareCatalogues(left, right);
}

/** Differences between the migrations and the schema files. */
export async function findDrift(serverUrl: string, folders: Folders): Promise<Difference[]> {
  return compareBoth(await makeBoth(serverUrl, folders));
}

/** Formats one line per difference, and advice for the most common one. */
export function describeDrift(differences: Difference[]): string {
  const isPlaced = ({ name, left, right }: Difference) =>
    name.startsWith('column ') && left?.replace(/^\d+ /, '') === right?.replace(/^\d+ /, '');
  const hint = '\n  A new column goes to the end of its table: a migration cannot put it anywhere else.';
  const lines = differences
    .map(({ name, left, right }) => {
      if (left === undefined) return `  only in the schema files: ${name}`;
      if (right === undefined) return `  only in the migrations:   ${name}`;
      return `  not the same:             ${name}`;
    })
    .join('\n');
  return differences.some(isPlaced) ? lines + hint : lines;
}
