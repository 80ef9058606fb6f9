import { z } from 'zod';
import { getMe } from '@/lib/account/server';
import { callRpc } from '@/lib/core/action/rpc';
import { orOutage } from '@/lib/core/http/outage';
import { takeAttempt, tooManyAttempts } from '@/lib/core/limits';
import { isOwnOrigin } from '@/lib/core/security/origin';
import { createRequestClient } from '@/lib/core/supabase/server';
import { keepDraft } from '@/lib/publish/drafts';
import { readKept } from '@/lib/publish/kept-draft';

const body = z.object({
  id: z.uuid(),
  productId: z.uuid().nullable(),
  version: z.number().int().min(0),
  content: z.object({ draft: z.object({}).loose(), base: z.string().max(20) }),
});

const answer = (status: number, text: object) =>
  Response.json(text, { status, headers: { 'cache-control': 'private, no-store' } });

async function admit(request: Request): Promise<Response | null> {
  if (!isOwnOrigin(request)) return answer(403, { error: 'sin_permiso' });
  const me = await getMe();
  if (!me) return answer(401, { error: 'sin_sesion' });
  const wait = await takeAttempt('draft', me.id);
  return wait > 0 ? tooManyAttempts(wait) : null;
}

/**
 * `PUT /api/product-draft` with `{ id, productId, version, content }`: keeps what is being typed. 409 names what
 * somebody has kept meanwhile.
 */
export const PUT = orOutage(async (request: Request) => {
  const refusal = await admit(request);
  if (refusal) return refusal;
  const parsed = body.safeParse(await request.json().catch(() => null));
  if (!parsed.success) return answer(422, { error: 'datos_no_validos' });
  const { id, productId, version, content } = parsed.data;
  const kept = await keepDraft({ id, productId, version, content: readKept(content) });
  if (kept.ok) return answer(200, kept.value);
  return answer(kept.error === 'cambiado' ? 409 : 422, { error: kept.error, ...kept.details });
});

/** `DELETE /api/product-draft?id=…`: throws an own draft away. */
export const DELETE = orOutage(async (request: Request) => {
  const refusal = await admit(request);
  if (refusal) return refusal;
  const id = z.uuid().safeParse(new URL(request.url).searchParams.get('id'));
  if (!id.success) return answer(422, { error: 'datos_no_validos' });
  await callRpc(createRequestClient(), 'borrar_borrador', { p_id: id.data }, null);
  return answer(200, {});
});
