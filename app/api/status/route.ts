import { connection } from 'next/server';
import { getShopStatus } from '@/lib/status/switches';

/** The switches of the shop, which every open tab asks for every ten seconds. */
export async function GET() {
  await connection();
  return Response.json(await getShopStatus(), { headers: { 'cache-control': 'public, max-age=3, s-maxage=5' } });
}
