import { connection } from 'next/server';
import { getBanners } from '@/lib/status/banners';
import { getShopStatus } from '@/lib/status/switches';
import type { StatusAnswer } from '@/lib/status/types';

/** The shop's switches and announcements, which every open tab polls every ten seconds. */
export async function GET() {
  await connection();
  const [status, banners] = await Promise.all([getShopStatus(), getBanners()]);
  const answer: StatusAnswer = banners.length > 0 ? { ...status, banners } : status;
  return Response.json(answer, { headers: { 'cache-control': 'public, max-age=3, s-maxage=5' } });
}
