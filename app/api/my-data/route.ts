import { getMe } from '@/lib/account/server';
import { exportCharges } from '@/lib/club/server';
import { createRequestClient } from '@/lib/core/supabase/server';

/** Everything the shop holds about the signed-in person, as a JSON file. */
export async function GET() {
  const me = await getMe();
  if (!me) return Response.json({ error: 'sin_sesion' }, { status: 401 });
  const { data, error } = await (await createRequestClient()).rpc('mis_datos');
  if (error || !data) return Response.json({ error: 'fallo' }, { status: 500 });
  const everything = { ...(data as object), cargos_club: await exportCharges(me.id) };
  return new Response(JSON.stringify(everything, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="unstore-mis-datos.json"',
      'cache-control': 'private, no-store',
    },
  });
}
