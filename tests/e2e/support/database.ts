import postgres from 'postgres';

let connection: postgres.Sql | undefined;

/** Connection to the database under test that bypasses RLS, for setup and verification. */
export function database(): postgres.Sql {
  connection ??= postgres(process.env.DATABASE_URL ?? '', { max: 2, onnotice: () => {} });
  return connection;
}

/** Runs statements in one transaction in which `auth.uid()` is this person with a second factor. */
export async function actingAs(person: { id: string }, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  await database().begin(async (begun) => {
    const sql = begun as unknown as postgres.Sql;
    const claims = JSON.stringify({ sub: person.id, aal: 'aal2' });
    await sql`select set_config('request.jwt.claims', ${claims}, true)`;
    await work(sql);
  });
}
