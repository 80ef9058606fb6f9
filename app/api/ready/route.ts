import { connection } from 'next/server';
import { getReadiness } from '@/lib/status/health';

/** Readiness of the shop, with the state of each dependency: 503 if it cannot sell. For monitors and releases. */
export async function GET() {
  await connection();
  const readiness = await getReadiness();
  return Response.json(readiness, { status: readiness.ok ? 200 : 503, headers: { 'cache-control': 'no-store' } });
}
