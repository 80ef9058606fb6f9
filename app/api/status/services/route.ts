import { connection } from 'next/server';
import { getHealth } from '@/lib/status/health';

/** Availability of the database, accounts, files and both payment providers. */
export async function GET() {
  await connection();
  return Response.json(await getHealth(), { headers: { 'cache-control': 'public, max-age=10, s-maxage=15' } });
}
