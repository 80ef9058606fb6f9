import postgres from 'postgres';
import { mustStay } from './overwriting.ts';

const path = /^\/storage\/v1\/object\/upload\/sign\/([^/]+)\/(.+)$/;

/**
 * Uploads by a signed link that allows overwriting. The embedded Storage replaces the bytes before it asks the
 * database; hosted Storage keeps the old object and answers like this.
 */
export function createSignedUploads(databaseUrl: string) {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  return {
    /** The refusal to overwrite an object, or null. */
    async refuse({ method, url }: Request): Promise<Response | null> {
      const [, bucket = '', name = ''] = (method === 'PUT' && path.exec(new URL(url).pathname)) || [];
      if (!bucket || !(await mustStay(sql, bucket, decodeURIComponent(name), true))) return null;
      return Response.json(
        { statusCode: '409', error: 'Duplicate', message: 'The resource already exists' },
        { status: 400 },
      );
    },
    stop: () => sql.end({ timeout: 0 }),
  };
}
