import { z } from 'zod';
import { getMe } from '@/lib/account/server';
import { orOutage } from '@/lib/core/http/outage';
import { requestLocale } from '@/lib/core/i18n/server';
import { takeAttempt, tooManyAttempts } from '@/lib/core/limits';
import { findOwnChoices } from '@/lib/publish/own-choices';

const asked = z.object({
  use: z.enum(['pack', 'base']),
  text: z.string().max(80),
  without: z.uuid().nullable(),
});

/** The own products that a creator chooses from: `?use=pack&text=…&without=<the edited one>`. */
export const GET = orOutage(async (request: Request) => {
  const me = await getMe();
  if (!me) return Response.json({ error: 'sin_sesion' }, { status: 401 });
  const wait = await takeAttempt('ownProducts', me.id);
  if (wait > 0) return tooManyAttempts(wait);
  const { searchParams } = new URL(request.url);
  const wanted = asked.safeParse({
    use: searchParams.get('use'),
    text: searchParams.get('text') ?? '',
    without: searchParams.get('without'),
  });
  if (!wanted.success) return Response.json({ error: 'entrada_no_valida' }, { status: 400 });
  const choices = await findOwnChoices(await requestLocale(), wanted.data);
  return Response.json(choices, { headers: { 'cache-control': 'private, no-store' } });
});
