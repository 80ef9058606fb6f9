import { connection } from 'next/server';

/** Whether this server is alive. It asks no other service: a node that is only cut off must not be replaced. */
export async function GET() {
  await connection();
  return Response.json({ ok: true }, { headers: { 'cache-control': 'no-store' } });
}
