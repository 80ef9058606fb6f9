import { randomUUID } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { isBanned, meRow } from './lib/account/row';
import type { Me } from './lib/account/types';
import { getClosedPage } from './lib/gates/closed-page';
import { type GateNotice, noticeCookie } from './lib/gates/notice';
import { requiresAdmin, requiresLogin, requiresModerator, staysOpen, staysOpenApi } from './lib/gates/routes';
import { missingStep } from './lib/gates/second-step';
import { defaultLocale, localeCookie, localeParam, parseAcceptLanguage, parseLocale } from './lib/i18n/locales';
import { isClosed } from './lib/status/switches';
import { createSessionClient } from './lib/supabase/session';

export const config = { matcher: ['/((?!_next/|media/|auth/|.*\\.[a-z0-9]+$).*)'] };

/** `isKnown` tells a session whose account cannot be read from no session at all. */
type Visitor = { me: Me | null; isKnown: boolean; cookies: Array<{ name: string; value: string; options: object }> };

/** Who asks. A visitor without a session costs nothing; a session is verified, and refreshed when it is due. */
async function identify(request: NextRequest): Promise<Visitor> {
  const cookies: Visitor['cookies'] = [];
  if (!request.cookies.getAll().some(({ name }) => name.startsWith('sb-')))
    return { me: null, isKnown: false, cookies };
  const client = createSessionClient({
    getAll: () => request.cookies.getAll(),
    setAll: (changed) => {
      for (const { name, value } of changed) request.cookies.set(name, value);
      cookies.push(...changed);
    },
  });
  const { data } = await client.auth.getUser();
  if (!data.user) return { me: null, isKnown: false, cookies };
  const { data: row } = await client.rpc('mi_cuenta');
  return { me: row ? meRow.parse(row) : null, isKnown: true, cookies };
}

const isRead = ({ method }: NextRequest) => method === 'GET' || method === 'HEAD';

const closedHeaders = { 'retry-after': '60', 'cache-control': 'no-store' };
const closedPageHeaders = { ...closedHeaders, 'content-type': 'text/html; charset=utf-8' };

/** The paths of the API check who asks by themselves; only maintenance is the same for all of them. */
async function gateApi(request: NextRequest): Promise<NextResponse> {
  const isOpen = staysOpenApi(request.nextUrl.pathname) || !(await isClosed());
  if (isOpen) return NextResponse.next();
  const { me } = await identify(request);
  if (me?.role === 'admin' && me.secondFactor !== 'pending') return NextResponse.next();
  return NextResponse.json({ error: 'mantenimiento' }, { status: 503, headers: closedHeaders });
}

/** The gates in their order: ban, second step, maintenance, login, admin; then the language. */
export async function proxy(request: NextRequest) {
  const { pathname, search, searchParams } = request.nextUrl;
  if (pathname.startsWith('/api/')) return gateApi(request);
  const { me, isKnown, cookies } = await identify(request);
  const finish = (response: NextResponse) => {
    for (const { name, value, options } of cookies) response.cookies.set(name, value, options);
    return response;
  };
  const redirect = (path: string) => finish(NextResponse.redirect(new URL(path, request.url)));
  const sendHome = (notice: GateNotice) => {
    const response = redirect('/');
    response.cookies.set(noticeCookie, notice, { maxAge: 30, path: '/', sameSite: 'lax' });
    return response;
  };

  if (me && isBanned(me) && pathname !== '/logout') {
    // An action could be sent to any page, this one too.
    if (!isRead(request)) return finish(new NextResponse(null, { status: 403 }));
    if (pathname !== '/ban') return redirect('/ban');
  }
  if (pathname === '/ban' && !(me && isBanned(me))) return redirect('/');
  const step = me && missingStep(me, pathname, search);
  if (step && me.secondFactor === 'pending') {
    return isRead(request) ? redirect(step) : finish(new NextResponse(null, { status: 403 }));
  }
  const passesClosed = me?.role === 'admin' && me.secondFactor !== 'pending';
  const closed = !passesClosed && !staysOpen(pathname) && (await isClosed());
  if (closed && !isRead(request)) return finish(new NextResponse(null, { status: 503, headers: closedHeaders }));
  if (!closed && !me && isKnown && requiresAdmin(pathname)) return sendHome('roleUnread');
  if (!closed && !me && requiresLogin(pathname))
    return redirect(`/login?next=${encodeURIComponent(pathname + search)}`);
  if (!closed && requiresAdmin(pathname) && me?.role !== 'admin') return sendHome('noPermission');
  if (!closed && requiresModerator(pathname) && me?.role === 'user') return sendHome('noPermission');
  if (!closed && step) return redirect(step);

  const locale =
    parseLocale(searchParams.get(localeParam)) ??
    parseLocale(request.cookies.get(localeCookie)?.value) ??
    parseAcceptLanguage(request.headers.get('accept-language')) ??
    defaultLocale;
  const headers = new Headers(request.headers);
  headers.set('x-request-id', randomUUID());
  const page = pathname === '/' ? '' : pathname;
  const response = closed
    ? new NextResponse(await getClosedPage(locale), { status: 503, headers: closedPageHeaders })
    : NextResponse.rewrite(new URL(`/${locale}${page}${search}`, request.url), { request: { headers } });
  response.headers.append('vary', 'Cookie, Accept-Language');
  return finish(response);
}
