import { getCoinPacks } from '@/lib/coins/packs';

/** The packs of UnCoins with their prices, for the popup of the header. */
export async function GET() {
  return Response.json({ packs: await getCoinPacks() }, { headers: { 'cache-control': 'public, max-age=300' } });
}
