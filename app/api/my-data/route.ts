import { z } from 'zod';
import { fileRoute } from '@/lib/account/file-route';
import { exportCharges } from '@/lib/club/server';
import { readRpc } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';

/** Everything the shop holds about the signed-in person, as a JSON file. */
export const GET = fileRoute('/profile/settings', async (me) => {
  const [own, cargos_club, { descargas }] = await Promise.all([
    readRpc(createRequestClient(), 'mis_datos', {}, z.record(z.string(), z.unknown())),
    exportCharges(me.id),
    readRpc(createRequestClient(), 'mis_descargas', {}, z.object({ descargas: z.array(z.unknown()) })),
  ]);
  const everything = { ...own, cargos_club, descargas };
  return new Response(JSON.stringify(everything, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="unstore-mis-datos.json"',
      'cache-control': 'private, no-store',
    },
  });
});
