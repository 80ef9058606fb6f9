import { randomUUID } from 'node:crypto';
import postgres from 'postgres';

/**
 * Checks whether an object exists and the database refuses to replace it. Hosted Storage learns this after it has
 * stored the new version beside the old one; here the bytes would already be replaced, so it is checked before.
 *
 * @param sql a connection of the service
 * @param isOver the upload token allows overwriting
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
