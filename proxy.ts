import { type NextRequest, NextResponse } from 'next/server';
import { defaultLocale, localeCookie, localeParam, parseAcceptLanguage, parseLocale } from './lib/i18n/locales';

export function proxy(request: NextRequest) {
  const { pathname, search, searchParams } = request.nextUrl;
  const locale =
    parseLocale(searchParams.get(localeParam)) ??
    parseLocale(request.cookies.get(localeCookie)?.value) ??
    parseAcceptLanguage(request.headers.get('accept-language')) ??
    defaultLocale;
  return NextResponse.rewrite(new URL(`/${locale}${pathname === '/' ? '' : pathname}${search}`, request.url));
}

export const config = { matcher: ['/((?!api/|_next/|media/|.*\\.[a-z0-9]+$).*)'] };
