import { getMe } from '@/lib/account/server';

/** Who is signed in: the one thing that the islands of static pages ask for. */
export async function GET() {
  return Response.json({ user: await getMe() }, { headers: { 'cache-control': 'private, no-store' } });
}
