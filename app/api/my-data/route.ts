import { fileRoute } from '@/lib/account/file-route';
import { readMyData } from '@/lib/account/my-data';
import { exportCharges } from '@/lib/club/server';

/** Everything the shop holds about the signed-in person, as a JSON file. */
export const GET = fileRoute('/profile/settings', async (me) => {
  const [{ descargas, ...own }, cargos_club] = await Promise.all([readMyData(), exportCharges(me.id)]);
  const everything = { ...own, cargos_club, descargas };
  return new Response(JSON.stringify(everything, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="unstore-mis-datos.json"',
      'cache-control': 'private, no-store',
    },
  });
});
