import { connection } from 'next/server';
import { getHealth } from '@/lib/status/health';

/** Whether the database, the accounts, the files and both payment providers answer. */
export async function GET() {
  await connection();
  return Response.json(await getHealth(), { headers: { 'cache-control': 'public, max-age=10, s-maxage=15' } });
}
