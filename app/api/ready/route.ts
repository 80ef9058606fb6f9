import { connection } from 'next/server';
import { getReadiness } from '@/lib/status/health';

/** Whether the shop can sell: 503 when it cannot, with what answers and what does not. For monitors and releases. */
export async function GET() {
  await connection();
  const readiness = await getReadiness();
  return Response.json(readiness, { status: readiness.ok ? 200 : 503, headers: { 'cache-control': 'no-store' } });
}
