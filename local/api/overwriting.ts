import { randomUUID } from 'node:crypto';
import postgres from 'postgres';

/**
 * Whether storage must leave an object as it is: it is there, and the database takes no other version of it. Hosted
 * Storage learns this when it writes down what it has stored beside the older version; here the bytes would be replaced
 * by then, so it is asked before.
 *
 * @param sql a connection of the service
 * @param isOver whether the token of the upload allows to write over
 */
export async function mustStay(sql: postgres.Sql, bucket: string, name: string, isOver: boolean): Promise<boolean> {
  const [there] = await sql`select from storage.objects where bucket_id = ${bucket} and name = ${name}`;
  if (!there || !isOver) return there !== undefined;
  const tried = new Error('only tried');
  return sql
    .begin(async (transaction) => {
      await transaction.unsafe('update storage.objects set version = $1 where bucket_id = $2 and name = $3', [
        randomUUID(),
        bucket,
        name,
      ]);
      throw tried;
    })
    .catch((error) => {
      if (error === tried) return false;
      if (error instanceof postgres.PostgresError && error.code === '23505') return true;
      throw error;
    });
}
