import { mkdir, readdir } from 'node:fs/promises';
import postgres from 'postgres';
import { projectOfEnvironment, saveFiles } from './backup/files.ts';
import { dumpFile, writeManifest } from './backup/manifest.ts';
import { runProgram } from './backup/programs.ts';
import { listMigrations, sameText, sumTables } from './backup/tables.ts';
import { restrictPermissions } from './tools/restrict-permissions.ts';

/** Writes a backup of the shop's data into an empty folder (deploy/README.md, "Backups"). */
async function backUp(databaseUrl: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty.`);
  // The mode above applies to a new folder only.
  await restrictPermissions(folder);
  const project = projectOfEnvironment();
  const options = { max: 1, onnotice: () => {}, connection: sameText };
  const [sql, now] = [postgres(databaseUrl, options), postgres(databaseUrl, options)];
  try {
    await sql.begin('isolation level repeatable read read only', async (begun) => {
      // The package's transaction type lacks the call signature.
      const transaction = begun as unknown as postgres.Sql;
      const [snapshot] = await transaction<
        { id: string; made: Date }[]
      >`select pg_export_snapshot() as id, now() as made`;
      if (!snapshot) throw new Error('The database gives no snapshot.');
      const tables = await sumTables(transaction);
      await runProgram(databaseUrl, 'pg_dump', [
        '--data-only',
        '--format=custom',
        `--snapshot=${snapshot.id}`,
        `--file=${dumpFile(folder)}`,
        ...tables.map(({ name }) => `--table=${name}`),
        '--table=public.*_seq',
        '--table=auth.*_seq',
      ]);
      const saved = project && (await saveFiles(transaction, now, project, folder));
      await writeManifest(folder, {
        made: snapshot.made.toISOString(),
        migrations: await listMigrations(transaction),
        tables,
        ...saved,
      });
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      console.log(`${tables.length} tables with ${rows} rows are in ${folder}.`);
      console.log(
        saved
          ? `${saved.files.length} files are there, too; ${saved.gone.length} were deleted meanwhile.`
          : 'The files of Storage are not: set SUPABASE_URL and SUPABASE_SECRET_KEY to have them copied.',
      );
    });
  } finally {
    await Promise.all([sql.end(), now.end()]);
  }
}

const [folder] = process.argv.slice(2);
const { DATABASE_URL } = process.env;
if (!folder || !DATABASE_URL) {
  console.error('DATABASE_URL=postgresql://… npm run backup -- <folder>');
  process.exitCode = 2;
} else {
  try {
    await backUp(DATABASE_URL, folder);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
