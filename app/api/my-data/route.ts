import { z } from 'zod';
import { getMe } from '@/lib/account/server';
import { exportCharges } from '@/lib/club/server';
import { succeed } from '@/lib/core/action/result';
import { logFailure, readRpc } from '@/lib/core/action/rpc';
import { orOutage } from '@/lib/core/http/outage';
import { takeAttempt, tooManyAttempts } from '@/lib/core/limits';
import { createRequestClient } from '@/lib/core/supabase/server';

/** Everything the shop holds about the signed-in person, as a JSON file. */
export const GET = orOutage(async () => {
  const me = await getMe();
  if (!me) return Response.json({ error: 'sin_sesion' }, { status: 401 });
  const wait = await takeAttempt('ownFile', me.id);
  if (wait > 0) return tooManyAttempts(wait);
  const own = await readRpc(createRequestClient(), 'mis_datos', {}, z.record(z.string(), z.unknown())).then(
    succeed,
    logFailure('the data of a person could not be read'),
  );
  if (!own.ok) return Response.json({ error: 'fallo' }, { status: 500 });
  const [cargos_club, { descargas }] = await Promise.all([
    exportCharges(me.id),
    readRpc(createRequestClient(), 'mis_descargas', {}, z.object({ descargas: z.array(z.unknown()) })),
  ]);
  const everything = { ...own.value, cargos_club, descargas };
  return new Response(JSON.stringify(everything, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="unstore-mis-datos.json"',
      'cache-control': 'private, no-store',
    },
  });
});
