import 'server-only';
import { cookies } from 'next/headers';
import { unstable_rethrow } from 'next/navigation';
import { messageOf } from '@/lib/core/action/rpc';
import { env } from '@/lib/core/env';
import { isNavigation } from '@/lib/core/http/navigation';
import { seeOther } from '@/lib/core/http/see-other';
import { takeAttempt } from '@/lib/core/limits';
import { log } from '@/lib/core/log';
import { ServiceUnavailable } from '@/lib/core/unavailable';
import { type NoticeName, noticeCookie, noticeOptions } from '@/lib/gates/notice';
import { safeNext } from '@/lib/gates/routes';
import { getMe } from './server';
import type { Me } from './types';

const statuses = {
  sin_sesion: 401,
  sin_permiso: 403,
  no_existe: 404,
  sin_emitir: 409,
  datos_no_validos: 422,
  demasiados_intentos: 429,
  fallo: 500,
  sin_servicio: 503,
} as const;
export type Refusal = keyof typeof statuses;

/** Notices for the page. Refusals without one are answered by the page's own access control. */
const notices: Partial<Record<Refusal, NoticeName>> = {
  no_existe: 'fileMissing',
  sin_emitir: 'invoiceWaits',
  datos_no_validos: 'fileInvalid',
  demasiados_intentos: 'fileTooMany',
  fallo: 'fileFailed',
  sin_servicio: 'fileUnavailable',
};

/** The page with the link that a browser followed; null if it is unknown. */
function pageBefore({ headers }: Request): string | null {
  const address = headers.get('referer');
  if (!address || !URL.canParse(address)) return null;
  const { origin, pathname, search } = new URL(address);
  return origin === new URL(env().SITE_URL).origin ? safeNext(pathname + search) : null;
}

/** @param page the redirect target if the referrer is unknown */
async function refuse(request: Request, page: string, error: Refusal, seconds?: number): Promise<Response> {
  const notice = notices[error];
  if (isNavigation(request.headers)) {
    if (notice) (await cookies()).set(noticeCookie, notice, noticeOptions);
    return seeOther(pageBefore(request) ?? page);
  }
  const headers = { 'cache-control': 'private, no-store', ...(seconds && { 'retry-after': String(seconds) }) };
  return Response.json({ error }, { status: statuses[error], headers });
}

/**
 * A route that creates a file for the signed-in person, sixty in ten minutes. A browser that followed a link is
 * redirected to its page with a notice; other callers get a status and `{ error }`.
 *
 * @param page the page with the link
 * @param make creates the file, or returns the refusal
 */
export function fileRoute<Params>(
  page: string,
  make: (me: Me, request: Request, params: Params) => Promise<Response | Refusal>,
) {
  return async (request: Request, { params }: { params: Promise<Params> }): Promise<Response> => {
    try {
      const me = await getMe();
      if (!me) return refuse(request, page, 'sin_sesion');
      const wait = await takeAttempt('ownFile', me.id);
      if (wait > 0) return refuse(request, page, 'demasiados_intentos', wait);
      const made = await make(me, request, await params);
      return typeof made === 'string' ? refuse(request, page, made) : made;
    } catch (problem) {
      unstable_rethrow(problem);
      if (problem instanceof ServiceUnavailable) return refuse(request, page, 'sin_servicio', 5);
      log.error({ path: new URL(request.url).pathname, error: messageOf(problem) }, 'a file was not made');
      return refuse(request, page, 'fallo');
    }
  };
}
