import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { shopDataDir } from '../local/data-dir.ts';

type Check = { nombre: string; frase: string; cuenta: string; ejemplos: Array<{ id: string; hechos: unknown }> };

/** Checks the ledger invariants of the database at `DATABASE_URL` and prints violations. Read-only. */
async function check(url: string): Promise<number> {
  const sql = postgres(url, { max: 1, onnotice: () => {}, connection: { default_transaction_read_only: true } });
  try {
    const checks = await sql<Check[]>`select nombre, frase, cuenta, ejemplos from privado.invariantes()`;
    const broken = checks.filter(({ cuenta }) => Number(cuenta) > 0);
    for (const { nombre, frase, cuenta } of checks) {
      console.log(`${Number(cuenta) === 0 ? 'ok    ' : 'BROKEN'} ${nombre}: ${frase}`);
    }
    for (const { nombre, cuenta, ejemplos } of broken) {
      console.error(`\n${nombre}: ${cuenta} found, for example`);
      for (const { id, hechos } of ejemplos) console.error(`  ${id} ${JSON.stringify(hechos)}`);
    }
    console.log(`\n${checks.length - broken.length} of ${checks.length} hold`);
    return broken.length > 0 || checks.length === 0 ? 1 : 0;
  } finally {
    await sql.end();
  }
}

/** Address of the database that `npm start` runs on this machine; undefined if none runs. */
async function localDatabaseUrl(): Promise<string | undefined> {
  try {
    const port = (await readFile(join(shopDataDir, 'database/postmaster.pid'), 'utf8')).split('\n')[3];
    const { databasePassword } = JSON.parse(await readFile(join(shopDataDir, 'secrets.json'), 'utf8'));
    return `postgresql://postgres:${databasePassword}@127.0.0.1:${port}/postgres`;
  } catch {
    return undefined;
  }
}

const url = process.env.DATABASE_URL ?? (await localDatabaseUrl());
if (url) {
  try {
    process.exitCode = await check(url);
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    console.error(`The invariants were not checked: ${message || code}`);
    process.exitCode = 2;
  }
} else {
  console.error('Set DATABASE_URL to the database of the shop, or run `npm start` here.');
  process.exitCode = 2;
}
