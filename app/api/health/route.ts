import { createPublicClient } from '@/lib/core/supabase/server';

/** Whether this server works and reaches the database. */
export async function GET() {
  const { error } = await createPublicClient().from('productos').select('id').limit(1);
  const headers = { 'cache-control': 'no-store' };
  return Response.json({ ok: !error }, { status: error ? 503 : 200, headers });
}
