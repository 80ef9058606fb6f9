import { getMe } from '@/lib/account/server';

/** Who is signed in, for the client components of static pages. */
export async function GET() {
  return Response.json({ user: await getMe() }, { headers: { 'cache-control': 'private, no-store' } });
}
