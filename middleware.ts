import { type NextRequest, NextResponse } from 'next/server';
import { handoverHeader } from './lib/account/identity/handover';
import { hasSession, identify, refreshSession, type Visitor } from './lib/account/identity/identify';
import { isBanned } from './lib/account/identity/row';
import type { Me } from './lib/account/types';
import { bootScript } from './lib/core/browser/boot-script.mjs';
import { env, isDevelopment } from './lib/core/env';
import { isNavigation } from './lib/core/http/navigation';
import { routePath, searchPath } from './lib/core/http/segments';
import { type Locale, localeParam, parseLocale } from './lib/core/i18n/locales';
import { visitorLocale } from './lib/core/i18n/visitor-locale';
import { requestContext, requestId } from './lib/core/request/context';
import { givenRequestId, newRequestId, requestIdHeader } from './lib/core/request/id';
import { dataPolicy, pagePolicy, requestScripts } from './lib/core/security/content-policy.mjs';
import { hashOf } from './lib/core/security/script-hash.mjs';
import { findDestination } from './lib/gates/address';
import { databaseAnswers } from './lib/gates/database';
import { getKeptPage, type KeptName } from './lib/gates/kept-page';
import { type NoticeName, noticeCookie, noticeOptions } from './lib/gates/notice';
import { isRequestPage, needsDatabase } from './lib/gates/pages';
import {
  containsNul,
  isPersonal,
  isPersonalApi,
  readPath,
  requiresAdmin,
  requiresLogin,
  requiresModerator,
  staysOpen,
  staysOpenApi,
} from './lib/gates/routes';
import { missingStep } from './lib/gates/second-step';
import { isClosed } from './lib/status/switches';

// Everything but what is the same for everybody and never a page: built files, and pictures by way of the shop.
// A request that could carry an action is looked at wherever it goes: Next.js runs actions on any path.
export const config = {
  matcher: [
    '/((?!_next/static/|_next/image$|media/).*)',
    { source: '/:path*', has: [{ type: 'header', key: 'next-action' }] },
    { source: '/:path*', has: [{ type: 'header', key: 'content-type' }] },
  ],
};

/** Files for everybody, also while the shop is closed: those of `public/`, and what crawlers ask for. */
const publicFiles = new Set([
  '/apple-icon.png',
  '/banner.webp',
  '/default-avatar.webp',
  '/default-cover.webp',
  '/favicon.ico',
  '/icon.svg',
  '/payments/amex.svg',
  '/payments/mastercard.svg',
  '/payments/paypal.svg',
  '/payments/visa.svg',
  '/robots.txt',
  '/share.jpg',
  '/sitemap.xml',
]);

const isRead = ({ method }: NextRequest) => method === 'GET' || method === 'HEAD';

/** The routes that take a plain form; Next.js looks for no action where a route answers. */
const formRoutes = ['/auth/confirm', '/api/unsubscribe'];

/** Whether Next.js would look for a server action in a request: in its header, or in the fields of a form. */
const mayBeAction = ({ headers, method, nextUrl }: NextRequest) =>
  headers.has('next-action') ||
  (method === 'POST' &&
    !formRoutes.includes(nextUrl.pathname) &&
    /^(?:multipart\/form-data|application\/x-www-form-urlencoded)/i.test(headers.get('content-type') ?? ''));

/**
 * Whether a request carries a server action, as React and its forms send one. No other request but a read reaches a
 * page: Next.js would store what it renders for it.
 */
const isAction = ({ headers, method }: NextRequest) =>
  method === 'POST' && (headers.has('next-action') || /^multipart\/form-data/.test(headers.get('content-type') ?? ''));

const policyHeader = 'content-security-policy';
const dataHeaders = { [policyHeader]: dataPolicy };
const redirectHeaders = { ...dataHeaders, 'cache-control': 'private, no-store' };
const methodHeaders = { ...dataHeaders, 'cache-control': 'no-store', allow: 'GET, HEAD, POST' };
const bootHash = hashOf(bootScript);

const makeNonce = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18))));

async function requestPolicy(): Promise<string> {
  const { SITE_URL, SUPABASE_URL } = env();
  const scripts = requestScripts(makeNonce(), await bootHash);
  return pagePolicy(scripts, { siteUrl: SITE_URL, storageUrl: SUPABASE_URL, isDevelopment });
}

/** Admins work in a closed shop, once their sign-in is whole. */
const passesClosed = (me: Me | null) => me?.role === 'admin' && me.secondFactor !== 'pending';

const closedHeaders = { 'retry-after': '60', 'cache-control': 'no-store' };
const outageHeaders = { 'retry-after': '10', 'cache-control': 'no-store' };

function keepNowhere({ headers }: NextResponse): void {
  headers.set('cache-control', 'private, no-store');
  // A kept page has a `CDN-Cache-Control` of its own, which shared caches obey first: this one takes its place.
  headers.set('cdn-cache-control', 'no-store');
}

/** A refreshed session goes to the one who brought it, and into no cache. */
function withCookies(response: NextResponse, cookies: Visitor['cookies']): NextResponse {
  for (const { name, value, options } of cookies) response.cookies.set(name, value, options);
  if (cookies.length > 0) keepNowhere(response);
  return response;
}

const localeOf = ({ nextUrl, headers }: NextRequest): Locale =>
  parseLocale(nextUrl.searchParams.get(localeParam)) ??
  visitorLocale(headers.get('cookie'), headers.get('accept-language'));

/** What the closed shop answers: its page to a browser that navigates, JSON to a script. */
async function answerClosed(request: NextRequest): Promise<NextResponse> {
  if (isNavigation(request.headers)) return answerInstead('/maintenance', localeOf(request));
  return NextResponse.json({ error: 'mantenimiento' }, { status: 503, headers: closedHeaders });
}

/** The paths of the API check who asks by themselves; only maintenance is the same for all of them. */
async function gateApi(request: NextRequest, path: string): Promise<NextResponse> {
  if (!staysOpenApi(path) && (await isClosed())) {
    const { me, cookies } = await identify(request);
    return withCookies(passesClosed(me) ? NextResponse.next({ request }) : await answerClosed(request), cookies);
  }
  if (!isPersonalApi(path) || !hasSession(request)) return NextResponse.next();
  const cookies = await refreshSession(request);
  return withCookies(NextResponse.next({ request }), cookies);
}

/** A page with 503 in place of the one that was asked for, in the language of whoever asks. */
async function answerInstead(name: Exclude<KeptName, '/missing'>, locale: Locale): Promise<NextResponse> {
  const page = await getKeptPage(name, locale);
  return new NextResponse(page?.html ?? null, {
    status: 503,
    headers: {
      ...(name === '/outage' ? outageHeaders : closedHeaders),
      'content-type': 'text/html; charset=utf-8',
      [policyHeader]: page?.policy ?? dataPolicy,
    },
  });
}

/**
 * The 404 of a language, whole without scripts, for an address that names nothing: nothing is rendered or stored for it.
 * Next's router gets its own kind of answer, from `unknownPage`; null also where the page cannot be had.
 */
async function answerMissing(request: NextRequest, locale: Locale): Promise<NextResponse | null> {
  const page = request.headers.has('rsc') ? null : await getKeptPage('/missing', locale);
  if (!page) return null;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': keptHeader,
    'cdn-cache-control': page.sharing,
    vary: 'Cookie, Accept-Language, RSC',
    [policyHeader]: page.policy,
  };
  return new NextResponse(page.html, { status: 404, headers });
}

/**
 * Whether Next's router asks, for a page that is opened or for one of hundreds that it loads ahead: the two look alike.
 * Such a page finds out who asks when it is rendered.
 */
const isFetchOfRouter = (request: NextRequest): boolean =>
  isRead(request) && request.headers.get('sec-fetch-dest') === 'empty';

/**
 * Who asks, as far as the page depends on it. Public pages identify nobody: what they show of a person comes from `GET
 * /api/me`, and so does a ban.
 */
async function identifyFor(request: NextRequest, path: string, isShut: boolean): Promise<Visitor> {
  if (isShut || !isRead(request)) return identify(request);
  const unknown: Visitor = { me: null, status: hasSession(request) ? 'unasked' : 'guest', cookies: [], handover: null };
  if (!isPersonal(path)) return unknown;
  return isFetchOfRouter(request) ? { ...unknown, cookies: await refreshSession(request) } : identify(request);
}

/** A page that is the same for everybody: a browser asks before it shows it again (docs/decisions/0002). */
const keptHeader = 'public, max-age=0, must-revalidate';

/** The prerendered 404 of a language: nothing is rendered or stored for an address that names nothing. */
const unknownPage = '/404';

/**
 * Leads to the page of a language. One that is rendered for this request gets its policy, and Next.js the nonce.
 *
 * @param pathname of the page, encoded
 * @param handover what the page is told of who asks
 */
async function openPage(
  request: NextRequest,
  pathname: string,
  locale: Locale,
  handover: string | null,
): Promise<NextResponse> {
  const headers = new Headers(request.headers);
  headers.set(requestIdHeader, requestId() ?? newRequestId());
  headers.delete(handoverHeader);
  if (handover) headers.set(handoverHeader, handover);
  // Whoever asks must not choose the nonce of a page that is kept for everybody.
  for (const name of [policyHeader, `${policyHeader}-report-only`]) headers.delete(name);
  const policy = isDevelopment || isRequestPage(pathname) || !isRead(request) ? await requestPolicy() : null;
  if (policy) headers.set(policyHeader, policy);
  const page = pathname === '/' ? '' : routePath(pathname);
  const target = new URL(`/${locale}${page}${request.nextUrl.search}`, request.url);
  const response = NextResponse.rewrite(target, { request: { headers } });
  if (policy) response.headers.set(policyHeader, policy);
  else if (!isDevelopment) response.headers.set('cache-control', keptHeader);
  // Next.js fetches the page that an action leads to with the headers of the action, and answers the action with those of
  // this page: they must not say that everybody may keep the answer, which may set a session.
  if (isRead(request) && request.headers.has('content-type')) keepNowhere(response);
  return response;
}

/**
 * Runs the gates with the id of the request in their context. They share no memory with the Node server, which passes the
 * id in a header; on a host without that server the context is set already.
 */
export function middleware(request: NextRequest) {
  const id = requestId() ?? givenRequestId(request.headers) ?? newRequestId();
  return requestContext.run({ id }, () => gate(request));
}

/** The gates in their order: ban, second step, maintenance, login, admin; then the language. */
async function gate(request: NextRequest) {
  const { pathname, search, searchParams } = request.nextUrl;
  const path = readPath(pathname);
  if (path === null) return new NextResponse(null, { status: 404, headers: dataHeaders });
  if (containsNul(search)) return new NextResponse(null, { status: 400, headers: dataHeaders });
  if ((publicFiles.has(path) || path.startsWith('/sitemaps/')) && isRead(request)) return NextResponse.next();
  if (/^\/(?:api|auth)\//.test(path) && !mayBeAction(request)) return gateApi(request, path);
  if (!isRead(request) && !isAction(request)) return new NextResponse(null, { status: 405, headers: methodHeaders });
  const isShut = !staysOpen(path) && (await isClosed());
  const { me, status, cookies, handover } = await identifyFor(request, path, isShut);
  const finish = (response: NextResponse) => withCookies(response, cookies);
  const redirect = (to: string, status = 307) =>
    finish(NextResponse.redirect(new URL(to, request.url), { status, headers: redirectHeaders }));
  const sendHome = (notice: NoticeName) => {
    const response = redirect('/');
    response.cookies.set(noticeCookie, notice, noticeOptions);
    return response;
  };

  if (me && isBanned(me) && path !== '/logout') {
    // Actions check who calls them: of a ban's own page only the appeal works.
    if (!isRead(request) && path !== '/ban') return finish(new NextResponse(null, { status: 403 }));
    if (path !== '/ban') return redirect('/ban');
  }
  // Somebody whose session cannot be looked at now is told so, or finds out from the page.
  const isUnknown = status === 'unavailable' || status === 'unasked';
  if (path === '/ban' && !(me && isBanned(me)) && !isUnknown) return redirect('/');
  const step = me && missingStep(me, path, search);
  if (step && me.secondFactor === 'pending') {
    return isRead(request) ? redirect(step) : finish(new NextResponse(null, { status: 403 }));
  }
  const closed = isShut && !passesClosed(me);
  const isOutage = !closed && status === 'unavailable' && isRead(request) && isPersonal(path);
  if (closed && !isRead(request)) return finish(new NextResponse(null, { status: 503, headers: closedHeaders }));
  if (!closed && !isUnknown) {
    if (!me && status === 'known' && requiresAdmin(path)) return sendHome('roleUnread');
    if (!me && requiresLogin(path)) return redirect(`/login?next=${encodeURIComponent(pathname + search)}`);
    if (requiresAdmin(path) && me?.role !== 'admin') return sendHome('noPermission');
    if (requiresModerator(path) && me?.role === 'user') return sendHome('noPermission');
    if (step) return redirect(step);
  }

  // The search box without JavaScript sends a plain form.
  const asked = path === '/search' ? searchParams.get('q') : null;
  if (asked !== null && !closed) return redirect(searchPath(asked));

  const locale = localeOf(request);
  if (closed) return finish(await answerInstead('/maintenance', locale));
  const isLost = isOutage || (isRead(request) && needsDatabase(pathname) && !(await databaseAnswers()));
  if (isLost) return finish(await answerInstead('/outage', locale));
  const destination = isRead(request) ? await findDestination(pathname) : 'page';
  if (typeof destination === 'object') return redirect(destination.address + search, 308);
  const missing = destination === 'nothing' ? await answerMissing(request, locale) : null;
  if (missing) return finish(missing);
  const page = destination === 'nothing' ? unknownPage : pathname;
  return finish(await openPage(request, page, locale, isRead(request) || isUnknown ? handover : null));
}
