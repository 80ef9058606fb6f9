import { connection } from 'next/server';
import { publicKeys } from '@/lib/api/licences/proof';
import { orOutage } from '@/lib/core/http/outage';

/** `GET /.well-known/jwks.json`: the keys with which programs check proofs of licences (docs/creators/licences.md). */
export const GET = orOutage(async () => {
  await connection();
  return Response.json(await publicKeys(), {
    headers: { 'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*' },
  });
});
