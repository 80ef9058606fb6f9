/** Where buyers find what they buy, as recorded with a payment (`procedencias_pago.fuente`). */
export const saleSources = [
  'busqueda',
  'inicio',
  'lista',
  'perfil',
  'insertado',
  'correo',
  'enlace',
  'otra_web',
  'directo',
] as const;
export type SaleSource = (typeof saleSources)[number];

/** The tag of a creator's link, as the database accepts it. */
export const tagPattern = /^[a-z0-9][a-z0-9._-]{0,29}$/;

/** A source, and for `enlace` the tag that its creator chose; null if it has none. */
export type Origin = { fuente: SaleSource; etiqueta: string | null };

/** The value of `?ref=` in the shop's own mails. */
export const mailRef = 'correo';

const only = (fuente: SaleSource): Origin => ({ fuente, etiqueta: null });

/** Pages of a purchase or an account: they are not the place where a visitor found a product. */
const onTheWay =
  /^\/(cart|checkout|success|login|logout|register|profile|dashboard|dashboard-admin|moderation|preview)(\/|$)/;

function pageOrigin(path: string): Origin | null {
  if (path === '/') return only('inicio');
  if (/^\/search(\/|$)/.test(path)) return only('busqueda');
  if (/^\/account\//.test(path)) return only('perfil');
  if (/^\/embed\//.test(path)) return only('insertado');
  return onTheWay.test(path) ? null : only('lista');
}

function linkOrigin({ searchParams }: URL): Origin | null {
  const ref = searchParams.get('ref') ?? searchParams.get('utm_source');
  if (ref === null) return searchParams.has('cupon') ? only('enlace') : null;
  const tag = ref.trim().toLowerCase();
  if (tag === mailRef) return only('correo');
  return { fuente: 'enlace', etiqueta: tagPattern.test(tag) ? tag : null };
}

/**
 * Where a visitor found a product: a label of a closed list, and the tag of a creator's link. No other part of the
 * addresses is stored.
 *
 * @param visit.came path of the shop's page whose link was followed; null if none was in this tab
 * @param visit.landing address with which the document was loaded
 * @param visit.from the referrer (`document.referrer`); may be empty
 * @returns null if it is unknown
 */
export function originOf(visit: { slug: string; came: string | null; landing: string; from: string }): Origin | null {
  if (visit.came) return pageOrigin(visit.came);
  const landing = new URL(visit.landing);
  if (landing.pathname !== `/p/${visit.slug}`) return null;
  const linked = linkOrigin(landing);
  if (linked) return linked;
  if (!URL.canParse(visit.from)) return only('directo');
  const referrer = new URL(visit.from);
  return referrer.host === landing.host ? pageOrigin(referrer.pathname) : only('otra_web');
}
