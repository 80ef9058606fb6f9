import postgres from 'postgres';

export type Call = {
  /** Id of the caller; a visitor if absent. The shop's server if `service`. */
  as?: string;
  text: string;
  values?: unknown[];
};

export type Figure = { least: number; p50: number; p95: number; rows: number; kilobytes: number };

const at = (sorted: number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

/** Runs a call as the API does: in its own transaction, with the caller's role, under row level security. */
async function run(sql: postgres.Sql, { as, text, values = [] }: Call): Promise<{ ms: number; rows: postgres.Row[] }> {
  const role = as === 'service' ? 'service_role' : as ? 'authenticated' : 'anon';
  const person = as === 'service' ? undefined : as;
  const claims = JSON.stringify({ sub: person, role, aal: 'aal2' });
  return (await sql.begin(async (tx) => {
    await tx.unsafe(`select set_config('request.jwt.claims', $1, true)`, [claims]);
    await tx.unsafe(`set local role ${role}`);
    const began = performance.now();
    const rows = await tx.unsafe(text, values as never[], { prepare: true });
    return { ms: performance.now() - began, rows: [...rows] };
  })) as { ms: number; rows: postgres.Row[] };
}

/**
 * Times calls one after another on one connection.
 *
 * @param options.first untimed calls before the measurement
 */
export async function measure(sql: postgres.Sql, calls: Call[], { first = [] as Call[] } = {}): Promise<Figure> {
  for (const call of first) await run(sql, call);
  const times: number[] = [];
  let rows = 0;
  let bytes = 0;
  for (const call of calls) {
    const answer = await run(sql, call);
    times.push(answer.ms);
    rows = Math.max(rows, answer.rows.length);
    bytes = Math.max(bytes, JSON.stringify(answer.rows).length);
  }
  times.sort((a, b) => a - b);
  return { least: at(times, 0), p50: at(times, 0.5), p95: at(times, 0.95), rows, kilobytes: bytes / 1024 };
}

/** Throughput in calls per second at this concurrency, measured for five seconds. */
export async function perSecond(url: string, call: Call, atOnce: number): Promise<number> {
  const sql = postgres(url, { max: atOnce, onnotice: () => {} });
  const seconds = 5;
  const until = performance.now() + seconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < until) {
        await run(sql, call);
        done += 1;
      }
    }),
  );
  await sql.end();
  return done / seconds;
}
