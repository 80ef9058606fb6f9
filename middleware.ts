import { type NextRequest, NextResponse } from 'next/server';
import { handoverHeader } from './lib/account/identity/handover';
import { hasSession, identify, refreshSession, type Visitor } from './lib/account/identity/identify';
import { isBanned } from './lib/account/identity/row';
import type { Me } from './lib/account/types';
import { problem } from './lib/api/problem';
import { bootScript } from './lib/core/browser/boot-script.mjs';
import { env, isDevelopment } from './lib/core/env';
import { isNavigation } from './lib/core/http/navigation';
import { routePath, searchPath } from './lib/core/http/segments';
import { type Locale, localeParam, parseLocale } from './lib/core/i18n/locales';
import { visitorLocale } from './lib/core/i18n/visitor-locale';
import { requestContext, requestId } from './lib/core/request/context';
import { givenRequestId, newRequestId, requestIdHeader } from './lib/core/request/id';
import { dataPolicy, pagePolicy, requestScripts } from './lib/core/security/content-policy.mjs';
import { publicFiles } from './lib/core/security/public-files.mjs';
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

// Matches everything except static files and optimised pictures. A request that could carry an action is matched on any
// path, because Next.js runs actions on any path.
export const config = {
  matcher: [
    '/((?!_next/static/|_next/image$|media/).*)',
    { source: '/:path*', has: [{ type: 'header', key: 'next-action' }] },
    { source: '/:path*', has: [{ type: 'header', key: 'content-type' }] },
  ],
};

const isRead = ({ method }: NextRequest) => method === 'GET' || method === 'HEAD';

/** Routes that accept a plain form; Next.js runs no actions on route handlers. */
const formRoutes = ['/auth/confirm', '/api/thanks', '/api/unsubscribe'];

/** True if Next.js would look for a server action in a request: in its header, or in form fields. */
const mayBeAction = ({ headers, method, nextUrl }: NextRequest) =>
  headers.has('next-action') ||
  (method === 'POST' &&
    !formRoutes.includes(nextUrl.pathname) &&
    /^(?:multipart\/form-data|application\/x-www-form-urlencoded)/i.test(headers.get('content-type') ?? ''));

/**
 * True if a request carries a server action in React's or a form's format. Only these and reads reach a page: Next.js
 * would store the rendering of any other request.
 */
const isAction = ({ headers, method }: NextRequest) =>
  method === 'POST' && (headers.has('next-action') || /^multipart\/form-data/.test(headers.get('content-type') ?? ''));

/** True if a form cannot be read. Next.js would answer it with a 500. */
const isBrokenForm = async (request: NextRequest): Promise<boolean> =>
  !request.headers.has('next-action') &&
  request
    .clone()
    .formData()
    .then(
      () => false,
      () => true,
    );

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

/** Admins may work in maintenance mode after a complete sign-in. */
const passesClosed = (me: Me | null) => me?.role === 'admin' && me.secondFactor !== 'pending';

const closedHeaders = { 'retry-after': '60', 'cache-control': 'no-store' };
const outageHeaders = { 'retry-after': '10', 'cache-control': 'no-store' };

function keepNowhere({ headers }: NextResponse): void {
  headers.set('cache-control', 'private, no-store');
  // A stored page has its own `CDN-Cache-Control`, which has precedence in shared caches; this replaces it.
  headers.set('cdn-cache-control', 'no-store');
}

/** Sends a refreshed session to its owner, uncached. */
function withCookies(response: NextResponse, cookies: Visitor['cookies']): NextResponse {
  for (const { name, value, options } of cookies) response.cookies.set(name, value, options);
  if (cookies.length > 0) keepNowhere(response);
  return response;
}

const localeOf = ({ nextUrl, headers }: NextRequest): Locale =>
  parseLocale(nextUrl.searchParams.get(localeParam)) ??
  visitorLocale(headers.get('cookie'), headers.get('accept-language'));

/** Response in maintenance mode: a problem document for tools of creators, a page for navigations, JSON for scripts. */
async function answerClosed(request: NextRequest, path: string): Promise<NextResponse> {
  if (path.startsWith('/api/v1/')) {
    const { status, headers, body } = problem({ code: 'unavailable' }, closedHeaders);
    return new NextResponse(body, { status, headers });
  }
  if (isNavigation(request.headers)) return answerInstead('/maintenance', localeOf(request));
  return NextResponse.json({ error: 'mantenimiento' }, { status: 503, headers: closedHeaders });
}

/** Refuses a form for a route that takes none. Next.js would look for a server action in it. */
function refuseForm(path: string): NextResponse {
  if (!path.startsWith('/api/v1/')) return new NextResponse(null, { status: 415, headers: dataHeaders });
  const { status, headers, body } = problem({ code: 'unsupported_type' });
  return new NextResponse(body, { status, headers });
}

/** API routes check the caller themselves; only maintenance mode is checked here. */
async function gateApi(request: NextRequest, path: string): Promise<NextResponse> {
  if (!staysOpenApi(path) && (await isClosed())) {
    const { me, cookies } = await identify(request);
    return withCookies(passesClosed(me) ? NextResponse.next({ request }) : await answerClosed(request, path), cookies);
  }
  if (!isPersonalApi(path) || !hasSession(request)) return NextResponse.next();
  const cookies = await refreshSession(request);
  return withCookies(NextResponse.next({ request }), cookies);
}

/** Responds with a 503 page instead of the requested one, in the reader's language. */
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
 * Responds with the language's 404 page, complete without scripts. Nothing is rendered or stored for an unknown
 * address. Next's router gets its own format, from `unknownPage`. Null if the page is unavailable.
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
 * True for requests of Next's router, for navigation or one of hundreds of prefetches, which look alike. Such a page
 * identifies the person when it is rendered.
 */
const isFetchOfRouter = (request: NextRequest): boolean =>
  isRead(request) && request.headers.get('sec-fetch-dest') === 'empty';

/**
 * Identifies the person, as far as the page depends on it. Public pages identify nobody: `GET /api/me` loads personal
 * data, and reports a ban.
 */
async function identifyFor(request: NextRequest, path: string, isShut: boolean): Promise<Visitor> {
  if (isShut || !isRead(request)) return identify(request);
  const unknown: Visitor = { me: null, status: hasSession(request) ? 'unasked' : 'guest', cookies: [], handover: null };
  if (!isPersonal(path)) return unknown;
  return isFetchOfRouter(request) ? { ...unknown, cookies: await refreshSession(request) } : identify(request);
}

/** Browsers revalidate a static page before they reuse it (docs/decisions/0002). */
const keptHeader = 'public, max-age=0, must-revalidate';

/** The prerendered 404 of a language, so that unknown addresses render and store nothing. */
const unknownPage = '/404';

/**
 * Rewrites to the page of a language. A page rendered per request gets its policy, and Next.js the nonce.
 *
 * @param pathname path of the page, encoded
 * @param handover the person's data for the page
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
  // A visitor must not choose the nonce of a stored page.
  for (const name of [policyHeader, `${policyHeader}-report-only`]) headers.delete(name);
  const policy = isDevelopment || isRequestPage(pathname) || !isRead(request) ? await requestPolicy() : null;
  if (policy) headers.set(policyHeader, policy);
  const page = pathname === '/' ? '' : routePath(pathname);
  const target = new URL(`/${locale}${page}${request.nextUrl.search}`, request.url);
  const response = NextResponse.rewrite(target, { request: { headers } });
  if (policy) response.headers.set(policyHeader, policy);
  else if (!isDevelopment) response.headers.set('cache-control', keptHeader);
  // Next.js fetches the page that an action redirects to with the action's headers, and adds this page's headers to the
  // action's response. They must not make it cacheable, because it may set a session.
  if (isRead(request) && request.headers.has('content-type')) keepNowhere(response);
  return response;
}

/**
 * Runs the middleware with the request id in its context. It shares no memory with the Node server, which passes the id
 * in a header; on a host without that server the context is already set.
 */
export function middleware(request: NextRequest) {
  const id = requestId() ?? givenRequestId(request.headers) ?? newRequestId();
  return requestContext.run({ id }, () => gate(request));
}

/** The checks in order: ban, second step, maintenance mode, login, admin; then the language. */
async function gate(request: NextRequest) {
  const { pathname, search, searchParams } = request.nextUrl;
  const path = readPath(pathname);
  if (path === null) return new NextResponse(null, { status: 404, headers: dataHeaders });
  if (containsNul(search)) return new NextResponse(null, { status: 400, headers: dataHeaders });
  const isFile = publicFiles.includes(path) || /^\/(?:sitemaps|share|embed)\//.test(path);
  if (isFile && isRead(request)) return NextResponse.next();
  if (/^\/(?:api|auth)\//.test(path)) {
    if (!mayBeAction(request)) return gateApi(request, path);
    if (!request.headers.has('next-action')) return refuseForm(path);
  }
  if (!isRead(request) && !isAction(request)) return new NextResponse(null, { status: 405, headers: methodHeaders });
  if (!isRead(request) && (await isBrokenForm(request))) {
    return new NextResponse(null, { status: 400, headers: dataHeaders });
  }
  const isShut = !staysOpen(path) && (await isClosed());
  const { me, status, cookies, handover } = await identifyFor(request, path, isShut);
  const finish = (response: NextResponse) => withCookies(response, cookies);
  const language = parseLocale(searchParams.get(localeParam));
  const redirect = (to: string, status = 307) => {
    const url = new URL(to, request.url);
    if (language) url.searchParams.set(localeParam, language);
    return finish(NextResponse.redirect(url, { status, headers: redirectHeaders }));
  };
  const sendHome = (notice: NoticeName) => {
    const response = redirect('/');
    response.cookies.set(noticeCookie, notice, noticeOptions);
    return response;
  };

  if (me && isBanned(me) && path !== '/logout') {
    // Actions check their caller; on the ban page only the appeal works.
    if (!isRead(request) && path !== '/ban') return finish(new NextResponse(null, { status: 403 }));
    if (path !== '/ban') return redirect('/ban');
  }
  // A person who cannot be identified now gets the outage page, or is identified by the page.
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

  // Without JavaScript the search box submits a plain form.
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
