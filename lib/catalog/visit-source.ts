/** Sites that are recognised by name, in any country. */
const sites: Array<[name: string, host: RegExp]> = [
  ['google', /(^|\.)google\.[a-z.]+$/],
  ['bing', /(^|\.)bing\.com$/],
  ['duckduckgo', /(^|\.)duckduckgo\.com$/],
  ['youtube', /(^|\.)(youtube\.com|youtu\.be)$/],
  ['discord', /(^|\.)(discord|discordapp)\.com$|(^|\.)discord\.gg$/],
  ['x', /(^|\.)(x|twitter)\.com$|^t\.co$/],
  ['reddit', /(^|\.)reddit\.com$/],
  ['tiktok', /(^|\.)tiktok\.com$/],
  ['twitch', /(^|\.)twitch\.tv$/],
  ['instagram', /(^|\.)instagram\.com$/],
  ['facebook', /(^|\.)facebook\.com$/],
  ['telegram', /(^|\.)(telegram\.org|t\.me)$/],
];

/** Format of the database column (`visitas_producto.fuente`). */
const word = /^[a-z0-9][a-z0-9._-]{0,59}$/;

const parse = (text: string | undefined): URL | null => (text && URL.canParse(text) ? new URL(text) : null);

function siteOf(host: string): string | null {
  const name = sites.find(([, pattern]) => pattern.test(host))?.[0] ?? host.replace(/^www\./, '');
  // A numeric address does not name a site, and may belong to a private network.
  return word.test(name) && !/^[\d.]+$/.test(name) ? name : null;
}

/**
 * The coarse source of a product view: a campaign (`utm_source`), a site, `tienda` for a page of the shop; null if
 * unknown. No other part of the addresses is stored.
 *
 * @param visit.from the referrer (`document.referrer`)
 * @param visit.landing the address of the first page
 */
export function visitSource(
  visit: { slug: string; from?: string | undefined; landing?: string | undefined },
  siteUrl: string,
): string | null {
  const [referrer, landing] = [parse(visit.from), parse(visit.landing)];
  // Visitors who entered through another page followed a link of the shop.
  if (landing && landing.pathname !== `/p/${visit.slug}`) return 'tienda';
  const campaign = landing?.searchParams.get('utm_source')?.trim().toLowerCase() ?? '';
  if (word.test(campaign) && campaign !== 'tienda') return campaign;
  if (!referrer) return null;
  if (referrer.host === new URL(siteUrl).host) return 'tienda';
  return siteOf(referrer.hostname.toLowerCase());
}
