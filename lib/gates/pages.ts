import { categoryPaths } from '../catalog/categories.ts';
import { parseFurtherPage } from '../core/http/page.ts';
import { legalPages } from '../legal/pages.ts';

/** Audience of a page and of everything below it. */
type Audience = 'signedIn' | 'moderator' | 'admin';

export type Page = {
  /** `static`: prerendered and public. `request`: rendered per request, so that its scripts can carry a nonce. */
  rendering: 'static' | 'request';
  /** Everybody by default. */
  who?: Audience;
  /** Open to everybody, with personal content. */
  isPersonal?: true;
  /** Open in maintenance mode, with all paths below, so that an admin can sign in. */
  inMaintenance?: true;
  /** Open before the second step of a sign-in, with all paths below. */
  beforeSecondStep?: true;
  /** The page cannot show anything while the database does not answer. */
  needsDatabase?: true;
  inSitemap?: true;
  /** Its label in the menu of the shop, a message of `nav`. `[category]` is replaced by one entry per category. */
  menu?: 'home' | '[category]' | 'trends' | 'offers' | 'club' | 'support';
  /** Its label in the menu of the profile, a message of `profile`. */
  profile?: ProfileLabel;
  /** Its tab in the panel: the group, and its label, a message of `admin`. */
  panel?: { group: PanelGroup; label: PanelLabel };
};

type ProfileLabel =
  | 'account'
  | 'settings'
  | 'subscriptions'
  | 'orders'
  | 'help'
  | 'coins'
  | 'library'
  | 'favorites'
  | 'notifications'
  | 'language';

/** The groups of the panel's tabs, in their order. */
const panelGroups = ['shop', 'sales', 'people', 'goods', 'money'] as const;
type PanelGroup = (typeof panelGroups)[number];
type PanelLabel =
  | 'store.title'
  | 'settings.title'
  | 'announcements.title'
  | 'audit'
  | 'events'
  | 'queries.title'
  | 'orders'
  | 'payments'
  | 'failures'
  | 'charges'
  | 'coupons'
  | 'codes'
  | 'users'
  | 'reports'
  | 'help'
  | 'products'
  | 'featured.title'
  | 'moderation'
  | 'disputes.title'
  | 'cases'
  | 'withdrawals'
  | 'books.title';

const open = { rendering: 'static' } as const;
const listed = { rendering: 'static', inSitemap: true } as const;
const perRequest = { rendering: 'request' } as const;
const fromDatabase = { rendering: 'request', needsDatabase: true } as const;
const signedIn = { rendering: 'request', who: 'signedIn' } as const;
const moderator = { rendering: 'request', who: 'moderator' } as const;
const admin = { rendering: 'request', who: 'admin' } as const;
const tab = (group: PanelGroup, label: PanelLabel) => ({ ...admin, panel: { group, label } });
const always = { inMaintenance: true, beforeSecondStep: true } as const;

/**
 * Every page of the shop by its route below `app/[locale]`, in the order of menu and sitemap. Middleware, sitemap, menu,
 * the nginx configuration and tests read it; `tests/unit/gates/pages.test.ts` compares it with `app/`.
 */
export const pages: Record<`/${string}`, Page> = {
  '/': { ...listed, menu: 'home' },
  '/[category]': { ...listed, menu: '[category]' },
  '/[category]/desde/[after]': open,
  '/[category]/filtros': fromDatabase,
  '/trends': { ...listed, menu: 'trends' },
  '/ofertas': { ...listed, menu: 'offers' },
  '/ofertas/filtros': fromDatabase,
  '/search': listed,
  '/search/[query]': fromDatabase,
  '/club': { ...listed, menu: 'club' },
  '/support': { ...listed, menu: 'support' },
  '/developers': listed,
  '/legal/[page]': { ...listed, inMaintenance: true },
  '/p/[slug]': open,
  '/p/[slug]/questions': open,
  '/p/[slug]/questions/[further]': open,
  '/p/[slug]/reviews': fromDatabase,
  '/post/[id]': open,
  '/account/[display_name]': open,
  '/account/[display_name]/desde/[after]': open,

  '/login': { ...perRequest, ...always, isPersonal: true },
  '/login/nombre': perRequest,
  '/login/verificar': perRequest,
  '/logout': { ...open, ...always },
  '/confirm': { ...perRequest, ...always },
  '/reset-password': { ...perRequest, isPersonal: true, inMaintenance: true },
  '/ban': { ...perRequest, isPersonal: true, beforeSecondStep: true },
  '/baja': perRequest,
  '/gift': { ...fromDatabase, isPersonal: true },
  '/status': { ...open, ...always },
  '/maintenance': { ...open, ...always },
  '/outage': { ...open, ...always },
  '/missing': open,

  '/cart': signedIn,
  '/checkout': signedIn,
  '/success': signedIn,
  '/paypal-success': signedIn,

  '/profile': { ...signedIn, profile: 'account' },
  '/profile/settings': { ...signedIn, profile: 'settings' },
  '/profile/club': { ...signedIn, profile: 'subscriptions' },
  '/profile/orders': { ...signedIn, profile: 'orders' },
  '/profile/help': { ...signedIn, profile: 'help' },
  '/profile/coins': { ...signedIn, profile: 'coins' },
  '/library': { ...signedIn, profile: 'library' },
  '/profile/favorites': { ...signedIn, profile: 'favorites' },
  '/profile/notifications': { ...signedIn, profile: 'notifications' },
  '/profile/lang': { ...signedIn, profile: 'language' },
  '/profile/gift/[id]': signedIn,
  '/profile/help/[id]': signedIn,
  '/profile/help/new': signedIn,
  '/profile/moderation': signedIn,
  '/profile/order/[id]': signedIn,
  '/profile/payment/[id]': signedIn,
  '/profile/post/[id]': signedIn,
  '/profile/questions': signedIn,
  '/profile/two-factor': signedIn,

  '/publicar': signedIn,
  '/edit/[slug]': signedIn,
  '/preview/[slug]': signedIn,
  '/dashboard': signedIn,
  '/dashboard/api': signedIn,
  '/dashboard/help': signedIn,
  '/dashboard/help/[id]': signedIn,
  '/dashboard/licences': signedIn,
  '/dashboard/posts': signedIn,
  '/dashboard/posts/[id]': signedIn,
  '/dashboard/products': signedIn,
  '/dashboard/promotions': signedIn,
  '/dashboard/questions': signedIn,
  '/dashboard/reviews': signedIn,
  '/dashboard/sales': signedIn,
  '/dashboard/sales/[id]': signedIn,
  '/dashboard/servers': signedIn,
  '/dashboard/servers/help': signedIn,
  '/dashboard/servers/product/[id]': signedIn,
  '/dashboard/servers/queue': signedIn,
  '/dashboard/stamps': signedIn,
  '/dashboard/webhooks': signedIn,
  '/dashboard/webhooks/log': signedIn,

  '/moderation': { ...moderator, panel: { group: 'goods', label: 'moderation' } },
  '/moderation/[id]': moderator,
  '/moderation/reports': { ...moderator, panel: { group: 'people', label: 'reports' } },

  '/dashboard-admin': tab('shop', 'store.title'),
  '/dashboard-admin/announcements': tab('shop', 'announcements.title'),
  '/dashboard-admin/settings': tab('shop', 'settings.title'),
  '/dashboard-admin/audit': tab('shop', 'audit'),
  '/dashboard-admin/events': tab('shop', 'events'),
  '/dashboard-admin/queries': tab('shop', 'queries.title'),
  '/dashboard-admin/orders': tab('sales', 'orders'),
  '/dashboard-admin/payments': tab('sales', 'payments'),
  '/dashboard-admin/payments/[id]': admin,
  '/dashboard-admin/failures': tab('sales', 'failures'),
  '/dashboard-admin/charges': tab('sales', 'charges'),
  '/dashboard-admin/coupons': tab('sales', 'coupons'),
  '/dashboard-admin/codes': tab('sales', 'codes'),
  '/dashboard-admin/users': tab('people', 'users'),
  '/dashboard-admin/users/[id]': admin,
  '/dashboard-admin/help': tab('people', 'help'),
  '/dashboard-admin/help/[id]': admin,
  '/dashboard-admin/products': tab('goods', 'products'),
  '/dashboard-admin/products/[id]': admin,
  '/dashboard-admin/products/[id]/content': admin,
  '/dashboard-admin/featured': tab('goods', 'featured.title'),
  '/dashboard-admin/disputes': tab('money', 'disputes.title'),
  '/dashboard-admin/disputes/[id]': admin,
  '/dashboard-admin/cases': tab('money', 'cases'),
  '/dashboard-admin/withdrawals': tab('money', 'withdrawals'),
  '/dashboard-admin/withdrawals/[id]': admin,
  '/dashboard-admin/books': tab('money', 'books.title'),
};

/** Parameters with few values. */
const valuesOf: Record<string, readonly string[]> = { category: Object.keys(categoryPaths), page: legalPages };

const isSlug = (text: string) => text.length <= 80 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text);

/** The possible values of other parameters. */
const parameters: Record<string, (text: string) => boolean> = {
  slug: isSlug,
  after: isSlug,
  further: (text) => parseFurtherPage(text) !== null,
  display_name: (text) => text.trim() !== '' && [...text.trim()].length <= 20,
};

const parameterOf = (part: string) => /^\[(\w+)\]$/.exec(part)?.[1];

function fits(part: string, encoded: string): boolean {
  const name = parameterOf(part);
  if (name === undefined) return part === encoded;
  return valuesOf[name]?.includes(encoded) ?? parameters[name]?.(decodeURIComponent(encoded)) ?? encoded !== '';
}

/** The addresses of a route whose parameters all have few values; none for other routes. */
function addressesOf(route: string): string[] {
  const name = /\[(\w+)\]/.exec(route)?.[1];
  if (name === undefined) return [route];
  return (valuesOf[name] ?? []).flatMap((value) => addressesOf(route.replace(`[${name}]`, value)));
}

const entries = Object.entries(pages);
const routes = entries.map(([route, page]) => ({ route, page, parts: route.split('/') }));

/** The routes of the pages with a property, such as `/p/[slug]`. */
export const routesOf = (has: (page: Page) => boolean): string[] =>
  entries.filter(([, page]) => has(page)).map(([route]) => route);

/** Root paths of these pages, up to their first parameter. */
export const rootsOf = (has: (page: Page) => boolean): string[] =>
  routesOf(has).map((route) => route.replace(/\/\[.*/, ''));

/** The paths of the sitemap that name no product and no creator. */
export const sitemapPaths = routesOf(({ inSitemap }) => inSitemap === true).flatMap(addressesOf);

/** The menu of the shop in its order. */
export const menu = entries.flatMap(([route, { menu: label }]) =>
  label === undefined
    ? []
    : addressesOf(route).map((path) => ({ path, label: label === '[category]' ? path.slice(1) : label })),
) as Array<{ path: string; label: keyof typeof categoryPaths | Exclude<Page['menu'], '[category]' | undefined> }>;

/** The menu of the profile in its order. */
export const profileMenu = entries.flatMap(([path, { profile: label }]) => (label ? [{ path, label }] : []));

/** The tabs of the panel by their groups. */
export const panelTabs = panelGroups.map((group) => ({
  group,
  tabs: entries.flatMap(([path, { panel }]) => (panel?.group === group ? [{ path, label: panel.label }] : [])),
}));

/** The page at an encoded path that `readPath` can decode; undefined if no route matches. */
function pageAt(pathname: string): Page | undefined {
  const texts = pathname.split('/');
  return routes.find(
    ({ parts }) => parts.length === texts.length && parts.every((part, at) => fits(part, texts[at] ?? '')),
  )?.page;
}

/**
 * True if an address matches a page of the shop. An unmatched address is answered without rendering; a matched one may
 * still name a product or a person that does not exist.
 *
 * @param pathname the path, encoded, as `readPath` can decode it
 */
export const isPage = (pathname: string): boolean => pageAt(pathname) !== undefined;

/** True if the page at an encoded path cannot show anything while the database does not answer. */
export const needsDatabase = (pathname: string): boolean => pageAt(pathname)?.needsDatabase === true;

/** True if the page at an encoded path is rendered for each request. */
export const isRequestPage = (pathname: string): boolean => pageAt(pathname)?.rendering === 'request';
