import { getTranslations } from 'next-intl/server';
import { env } from '@/lib/core/env';
import { escapeMarkup } from '@/lib/core/html/escape';
import { addressIn, defaultLocale, localeParam, parseLocale } from '@/lib/core/i18n/locales';

/** The search of the shop for the address bar of a browser (https://github.com/dewitt/opensearch). */
export async function GET(request: Request) {
  const locale = parseLocale(new URL(request.url).searchParams.get(localeParam)) ?? defaultLocale;
  const t = await getTranslations({ locale, namespace: 'meta' });
  const { SITE_URL } = env();
  const site = escapeMarkup(SITE_URL);
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>UnStore</ShortName>
<Description>${escapeMarkup(t('description'))}</Description>
<InputEncoding>UTF-8</InputEncoding>
<Language>${locale}</Language>
<Image width="48" height="48" type="image/x-icon">${site}/favicon.ico</Image>
<Url type="text/html" method="get" template="${site}/search/{searchTerms}"/>
<Url type="application/opensearchdescription+xml" rel="self" template="${site}${addressIn('/opensearch.xml', locale)}"/>
</OpenSearchDescription>
`;
  return new Response(xml, {
    headers: { 'content-type': 'application/opensearchdescription+xml', 'cache-control': 'public, max-age=86400' },
  });
}
