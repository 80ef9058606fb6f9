import { getMe } from '@/lib/account/server';
import { searchRecipients } from '@/lib/checkout/gifts/server';
import { orOutage } from '@/lib/core/http/outage';
import { takeAttempt, tooManyAttempts } from '@/lib/core/limits';

/** People who can receive a gift: up to five that match `?q=`, without the person who asks. */
export const GET = orOutage(async (request: Request) => {
  const me = await getMe();
  if (!me) return Response.json({ error: 'sin_sesion' }, { status: 401 });
  const wait = await takeAttempt('recipients', me.id);
  if (wait > 0) return tooManyAttempts(wait);
  const text = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, 40);
  const items = text === '' ? [] : await searchRecipients(text);
  return Response.json({ items }, { headers: { 'cache-control': 'private, no-store' } });
});
