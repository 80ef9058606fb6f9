import postgres from 'postgres';

let connection: postgres.Sql | undefined;

/** The database behind the shop under test, past RLS: to arrange a test and to check what it left behind. */
export function database(): postgres.Sql {
  connection ??= postgres(process.env.DATABASE_URL ?? '', { max: 2, onnotice: () => {} });
  return connection;
}
