import { readFile, writeFile } from 'node:fs/promises';
import { createPlatformDatabase, startScratch, urlAs } from '@unstore/local-supabase/database';
import postgres from 'postgres';
import { createVitest } from 'vitest/node';
import { migrateShop } from '../../../local/project.ts';
import config from '../../../vitest.config.ts';
import { parseCalls } from './coverage.ts';

export const isTimeout = (failure: string) => /timeout|timed out/i.test(failure);

/** The first failure of a test file, if any, and how often it called each function if there is none. */
type Run = { failure: string | null; calls: Map<string, number> };

/**
 * A cluster with the database that tests copy, and the tests in a Vitest that stays loaded. Tests wait for their
 * database most of the time, so two lanes use two cores better than two files of one mutant.
 *
 * @param callsFile a file of this lane alone
 */
export async function openLane(callsFile: string) {
  const scratch = await startScratch();
  const template = await createPlatformDatabase(scratch.url, 'plantilla');
  await migrateShop(template);
  const connectTo = async <Result>(url: string, work: (sql: postgres.Sql) => Promise<Result>): Promise<Result> => {
    const sql = postgres(urlAs(url, 'supabase_admin'), { max: 1, onnotice: () => {} });
    try {
      return await work(sql);
    } finally {
      await sql.end();
    }
  };
  await connectTo(scratch.url, async (sql) => {
    await sql`alter system set track_functions = 'all'`;
    await sql`select pg_reload_conf()`;
  });
  const projects = (config.test?.projects ?? []).flatMap((project) =>
    typeof project === 'object' && 'test' in project && String(project.test?.name).startsWith('db')
      ? [{ ...project, test: { ...project.test, globalSetup: [], provide: { databaseUrl: scratch.url, callsFile } } }]
      : [],
  );
  const vitest = await createVitest('test', {
    ...config.test,
    config: false,
    watch: false,
    projects,
    maxWorkers: 1,
    bail: 1,
    reporters: [{}],
  });

  async function runFile(file: string): Promise<Run> {
    await writeFile(callsFile, '');
    const specifications = await vitest.getRelevantTestSpecifications([file]);
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
    // The answer has the modules of earlier runs too.
    const module = testModules.find(({ relativeModuleId }) => relativeModuleId === file);
    if (!module) throw new Error(`No tests ran in ${file}`);
    const [failed] = module.children.allTests('failed');
    const [error] = [...(failed?.result().errors ?? []), ...module.errors(), ...(unhandledErrors as Error[])];
    const fails = unhandledErrors.length > 0 || !module.ok();
    return {
      failure: fails ? `${file}: ${failed?.name ?? ''}: ${error?.message.split('\n')[0] ?? ''}` : null,
      calls: parseCalls(await readFile(callsFile, 'utf8')),
    };
  }

  return {
    /** Runs work on the template, which must have no connection while tests copy it. */
    onTemplate: <Result>(work: (sql: postgres.Sql) => Promise<Result>) => connectTo(template, work),
    /** Runs a test file until a test fails; again after a timeout, which a busy machine may cause. */
    async runFile(file: string): Promise<Run> {
      const run = await runFile(file);
      return isTimeout(run.failure ?? '') ? runFile(file) : run;
    },
    async close() {
      await vitest.close();
      await scratch.stop();
    },
  };
}

export type Lane = Awaited<ReturnType<typeof openLane>>;
