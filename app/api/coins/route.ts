import { getCoinPacks } from '@/lib/coins/packs';

/** Packs of UnCoins with prices, for the header's popup. */
export async function GET() {
  return Response.json({ packs: await getCoinPacks() }, { headers: { 'cache-control': 'public, max-age=300' } });
}
