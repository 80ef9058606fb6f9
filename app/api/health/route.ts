import { connection } from 'next/server';

/** Liveness of this server. It calls no other service: a node that is only disconnected must not be replaced. */
export async function GET() {
  await connection();
  return Response.json({ ok: true }, { headers: { 'cache-control': 'no-store' } });
}
