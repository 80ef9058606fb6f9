import { readOptions } from '@unstore/processes';
import postgres from 'postgres';
import { forgetFiles, type Project, projectOfEnvironment, restoreFiles } from './backup/files.ts';
import { dumpFile, type Manifest, readManifest } from './backup/manifest.ts';
import { pipePrograms } from './backup/programs.ts';
import { listMigrations, sameText, sumTable } from './backup/tables.ts';

/** Refuses a database that is not empty or whose tables differ from the backup's. */
async function refuseOtherDatabases(sql: postgres.Sql, { migrations }: Manifest): Promise<void> {
  const present = await listMigrations(sql).catch((error: { code?: string }) => {
    // A database without migrations has neither the table nor its schema.
    if (error.code === '42P01' || error.code === '3F000') return [];
    throw error;
  });
  if (present.join() !== migrations.join()) {
    throw new Error(
      `The backup is of a database with the migrations up to ${migrations.at(-1)}, and this one has ` +
        `${present.length === 0 ? 'none' : `those up to ${present.at(-1)}`}. Apply the migrations of that version of ` +
        'the shop first (npx supabase db push --remote), and newer ones afterwards.',
    );
  }
  const [used] = await sql`select (select count(*) from auth.users) + (select count(*) from storage.objects)
    + (select count(*) from public.productos) + (select count(*) from public.pagos) as rows`;
  if (Number(used?.rows) > 0) throw new Error('This database is in use: a backup is restored into an empty shop only.');
}

const notes = 'public.restauraciones';

/** Starts a new invoice series, and makes the shop fetch the providers' later events. */
const noteOf = ({ made }: Manifest) => `insert into ${notes} (copia_at) values ('${made}');`;

/** Marks files with a version that no project uses, and that only the restore may overwrite (`conservar_objeto`). */
const mark = 'por restaurar:';
const markFiles = `update storage.objects set version = '${mark}' || coalesce(version, '');`;

/**
 * Loads all rows in one transaction, replacing the migrations' rows. It also records the restore and marks the files
 * still to come, so that the shop detects an interrupted restore.
 */
async function loadRows(databaseUrl: string, folder: string, manifest: Manifest): Promise<void> {
  const { tables } = manifest;
  const own = tables.map(({ name }) => name).filter((name) => name.startsWith('public.'));
  const before = [
    // The commit is read last, because psql treats the end of a killed restore as the end of the rows.
    'begin',
    // Disables triggers and foreign keys: rows are complete, and arrive before the rows they reference.
    'set session_replication_role = replica',
    'set statement_timeout = 0',
    // With the tokens of waiting mails, which are in no backup.
    `truncate ${[...own, 'public.secretos_correo'].join(', ')}`,
    'delete from storage.buckets',
  ];
  await pipePrograms(
    databaseUrl,
    { command: 'pg_restore', args: ['--data-only', '--no-owner', '--no-privileges', '--file=-', dumpFile(folder)] },
    {
      command: 'psql',
      args: [
        '--no-psqlrc',
        '--quiet',
        '--set=ON_ERROR_STOP=1',
        ...before.map((statement) => `--command=${statement}`),
        '--file=-',
      ],
    },
    `\n${noteOf(manifest)}\n${manifest.files ? markFiles : ''}\ncommit;\n`,
  );
}

/** Selects a table without the rows that this restore has added. */
function withoutMarks(name: string, columns: string[], isMarked: boolean): string {
  if (name === notes) return `(select * from ${notes} where id < (select max(id) from ${notes})) as earlier`;
  if (name !== 'storage.objects' || !isMarked) return name;
  const version = `nullif(substr(version, ${mark.length + 1}), '') as version`;
  return `(select ${columns.map((column) => (column === 'version' ? version : column)).join(', ')} from ${name}) as files`;
}

/** Tables whose rows differ from the backup, with the difference. */
async function findDifferences(sql: postgres.Sql, { tables, files }: Manifest): Promise<string[]> {
  const differences: string[] = [];
  for (const { name, columns, rows, sum } of tables) {
    const now = await sumTable(sql, withoutMarks(name, columns, files !== undefined), columns);
    if (now.rows !== rows) differences.push(`${name}: ${rows} rows in the backup, ${now.rows} here`);
    else if (now.sum !== sum) differences.push(`${name}: other contents`);
  }
  return differences;
}

async function restoreAllFiles(project: Project, folder: string, { files = [], gone = [] }: Manifest): Promise<void> {
  await restoreFiles(project, folder, files);
  await forgetFiles(project, gone);
  console.log(`${files.length} files are stored. Now run \`npm run invariants\`.`);
}

/** Retries the files alone, after a restore that could not store all of them. */
async function restoreFilesAlone(folder: string): Promise<void> {
  const manifest = await readManifest(folder);
  const project = projectOfEnvironment();
  if (!manifest.files || !project) throw new Error('Needs a backup with files, SUPABASE_URL and SUPABASE_SECRET_KEY.');
  await restoreAllFiles(project, folder, manifest);
}

/** Restores a backup into an empty, migrated database (deploy/README.md, "Backups"). */
async function restore(databaseUrl: string, folder: string): Promise<void> {
  const manifest = await readManifest(folder);
  const project = projectOfEnvironment();
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {}, connection: sameText });
  try {
    await refuseOtherDatabases(sql, manifest);
    if (manifest.files && !project) {
      throw new Error('The backup has files: set SUPABASE_URL and SUPABASE_SECRET_KEY of this project to store them.');
    }
    await loadRows(databaseUrl, folder, manifest);
    const differences = await findDifferences(sql, manifest);
    if (differences.length > 0) throw new Error(`Not everything has come back:\n  ${differences.join('\n  ')}`);
    console.log(`${manifest.tables.length} tables are as they were at ${manifest.made}.`);
    if (manifest.files && project) return await restoreAllFiles(project, folder, manifest);
    console.log('The backup has no files of Storage: bring them by other means.');
  } finally {
    await sql.end();
  }
}

const { values, positionals } = readOptions({ options: { files: { type: 'boolean' } }, allowPositionals: true });
const [folder] = positionals;
const { DATABASE_URL } = process.env;
if (!folder || !(DATABASE_URL || values.files)) {
  console.error('DATABASE_URL=postgresql://… npm run restore -- <folder>\nnpm run restore -- <folder> --files');
  process.exitCode = 2;
} else {
  try {
    await (values.files ? restoreFilesAlone(folder) : restore(String(DATABASE_URL), folder));
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    console.error(message || code);
    process.exitCode = 1;
  }
}
