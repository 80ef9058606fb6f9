import postgres from 'postgres';
import { mustStay } from './overwriting.ts';

const path = /^\/storage\/v1\/object\/upload\/sign\/([^/]+)\/(.+)$/;

/**
 * Uploads by a signed link that allows to write over. The embedded Storage replaces the bytes first and asks the database
 * afterwards; hosted Storage keeps what was there, and answers what is answered here.
 */
export function createSignedUploads(databaseUrl: string) {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  return {
    /** The answer when the object must stay as it is, or null. */
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
