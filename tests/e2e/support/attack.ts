import { randomUUID } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { APIResponse, Page } from '@playwright/test';
import sharp from 'sharp';
import { emptyDraft } from '../../../lib/publish/types.ts';
import { database } from './database.ts';
import type { Product } from './goods.ts';
import type { Person } from './people.ts';

const root = join(import.meta.dirname, '../../..');

/** What one session needs to try everything: things that it could buy, own or change if nobody stopped it. */
export type Targets = { person: Person; product: Product; code: string; order: string; payment: string };

/** The coupon that a session tries to make for itself. */
export const stolenCoupon = ({ username }: Person) => `ROBO${username.slice(-8)}`;

const cover = { url: '/default-cover.webp', width: 720, height: 960, blur: null };

/** A product that a session tries to publish. */
const stolenDraft = ({ username }: Person) => ({
  name: 'Prueba',
  slug: `prueba-${username}`,
  price: '5',
  category: 'plugin',
  cover,
  downloadLink: 'https://example.org/x.zip',
});

type Call = { args: unknown[] } | { form: Record<string, string> };

/** For every server action of the shop, input that works when the session may use it. */
const actionInputs = ({ person, product, code, payment }: Targets): Record<string, Call> => {
  const purchase = { producto: product.slug, minecraftName: 'jugador_1' };
  return {
    toggleFavorite: { args: [product.id, true] },
    toggleFollow: { args: [person.id, true] },
    markNotificationsRead: { args: [] },
    lookUpCode: { args: [code] },
    redeemCode: { args: [code, 'jugador_1'] },
    checkPayment: { args: [payment] },
    claimPurchase: { args: [purchase] },
    payWithCoins: { args: [purchase] },
    leavePurchase: { args: [{ producto: product.slug }] },
    claimWithClub: { args: [product.id, 'jugador_1'] },
    applyCoupon: { args: [{ producto: product.slug, codigo: 'BIENVENIDA' }] },
    requestWithdrawal: { args: [{ email: person.email, amount: '5,00', attempt: randomUUID() }] },
    saveProfileAction: { form: { displayName: `Otro ${person.username.slice(-8)}`, phone: '1', bio: 'cambiada' } },
    saveMailPreferencesAction: { form: { newProducts: 'on' } },
    changeEmailAction: { form: { email: `x${person.email}`, current: person.password } },
    newPasswordAction: { form: { password: 'Robada123', confirmation: 'Robada123' } },
    deleteAccountAction: { form: { current: person.password } },
    sendToReview: { args: [null, { ...emptyDraft, ...stolenDraft(person) }] },
    writeToReview: { args: [product.id, 'hola'] },
    decideRevision: { args: [randomUUID(), true, [], ''] },
    editUser: {
      args: [
        {
          id: person.id,
          displayName: person.username,
          reputation: 'buena',
          role: 'admin',
          uncoins: 900,
          reason: 'porque sí',
        },
      ],
    },
    editProduct: {
      args: [
        {
          id: product.id,
          slugBefore: product.slug,
          name: 'Robado',
          slug: product.slug,
          price: '0',
          offer: '',
          status: 'approved',
          isAvailable: true,
          inStock: true,
          units: '',
          isFeatured: true,
          trailer: '',
        },
      ],
    },
    generateCodes: { args: [{ id: product.id, editionId: '', count: 1 }] },
    banUser: { args: [{ id: randomUUID(), until: '', reason: 'porque sí' }] },
    unbanUser: { args: [{ id: person.id, reason: 'porque sí' }] },
    changeSwitch: { args: ['status_down', false] },
    solveCase: { args: [0, 'sin motivo'] },
    deleteCoupon: { args: [randomUUID()] },
    saveCoupon: {
      args: [
        {
          id: null,
          code: stolenCoupon(person),
          product: product.slug,
          percent: '99',
          expires: '',
          maxUses: '',
          maxPerPerson: '',
        },
      ],
    },
    saveReview: { args: [{ productId: product.id, stars: 5, text: 'mío' }] },
    deleteReview: { args: [product.id] },
    answerReview: { args: [{ reviewId: randomUUID(), text: 'mío' }] },
    moderateReview: { args: [{ reviewId: randomUUID(), hide: true, reason: 'porque sí' }] },
    sendReport: { args: [{ kind: 'producto', id: product.id, reason: 'otro', text: '' }] },
    settleReport: { args: [{ id: randomUUID(), isFounded: true, note: 'porque sí' }] },
    refundPayment: {
      args: [{ paymentId: payment, reason: 'porque sí', amount: '1,00', inCoins: false, key: randomUUID() }],
    },
    resolveWithdrawal: { args: [randomUUID(), true, ''] },
    beginTwoFactor: { args: ['Robada'] },
    finishTwoFactor: { args: [randomUUID(), '000000'] },
    removeTwoFactorApp: { args: [randomUUID(), '000000'] },
    renewRecoveryCodes: { args: ['000000'] },
    removeLostTwoFactorApps: { args: [] },
    verifyStepAction: { form: { code: '000000' } },
    spendRecoveryCodeAction: { form: { code: 'AAAA-AAAA-AAAA-AAAA' } },
    removeSecondFactor: { args: [{ id: randomUUID(), reason: 'porque sí' }] },
    clarifyWithdrawal: { args: [{ id: randomUUID(), paid: true, reference: 'TX12345', note: 'porque sí' }] },
    resendConfirmation: { args: [person.email] },
    resetAction: { form: { email: person.email } },
    registerAction: { form: { email: person.email, username: person.username, password: person.password } },
    logInAction: { form: { email: person.email, password: 'equivocada' } },
    // A new password ends every session, and begins one without a second step.
    changePasswordAction: {
      form: { current: person.password, password: 'Robada123', confirmation: 'Robada123' },
    },
    // These two only end the session: last of all.
    signOutEverywhereAction: { args: [] },
    logOutAction: { args: [] },
  };
};

type Change = <Input>(input: Input) => Input;

/** The same input with a sign at the end of every text in it. */
export const endingWith =
  (sign: string): Change =>
  (input) =>
    JSON.parse(JSON.stringify(input), (_key, value) => (typeof value === 'string' ? value + sign : value));

type Action = { id: string; name: string; path: string };

/** Every server action of the build, with a page that offers it: Next.js refuses it anywhere else. */
async function listActions({ payment }: Pick<Targets, 'payment'>): Promise<Action[]> {
  const manifest = await readFile(join(root, '.next-e2e/server/server-reference-manifest.json'), 'utf8');
  const { node } = JSON.parse(manifest) as {
    node: Record<string, { exportedName: string; workers: Record<string, unknown> }>;
  };
  const parameters = { '[slug]': 'fragua-arcana', '[display_name]': 'Forjabit', '[id]': payment };
  return Object.entries(node)
    .filter(([, { exportedName }]) => !exportedName.startsWith('$$'))
    .map(([id, { exportedName, workers }]) => {
      const pages = Object.keys(workers).filter((name) => !name.includes('/logout/'));
      const [route = 'app/[locale]/logout/page'] = pages;
      let path = route
        .replace('app/[locale]', '')
        .replaceAll(/\/\([^)]+\)/g, '')
        .replace(/\/page$/, '');
      for (const [parameter, value] of Object.entries(parameters)) path = path.replace(parameter, value);
      return { id, name: exportedName, path: path || '/' };
    });
}

/** Sends a server action the way React's client does. */
function sendAction(page: Page, path: string, id: string, call: Call): Promise<APIResponse> {
  const headers = { 'next-action': id, origin: process.env.SITE_URL ?? '' };
  const options = { headers, maxRedirects: 0 };
  if ('args' in call) {
    const body = { ...options, headers: { ...headers, 'content-type': 'text/plain;charset=UTF-8' } };
    return page.request.post(path, { ...body, data: JSON.stringify(call.args) });
  }
  const multipart = new FormData();
  for (const [name, value] of Object.entries(call.form)) multipart.append(`_1_${name}`, value);
  multipart.append('0', JSON.stringify([{}, '$K1']));
  return page.request.post(path, { ...options, multipart });
}

/** Sends one server action by its name, with any arguments, from the page that offers it. */
export async function callAction(page: Page, path: string, name: string, args: unknown[]): Promise<APIResponse> {
  const action = (await listActions({ payment: '' })).find((known) => known.name === name);
  if (!action) throw new Error(`no action ${name} in the build`);
  return sendAction(page, path, action.id, { args });
}

/**
 * Tries every server action that the build knows, each on a page that offers it, or all of them on one page.
 *
 * @returns the answer's status by action
 * @throws when an action has no input here: a new one must be tried too
 */
export async function tryEveryAction(
  page: Page,
  targets: Targets,
  { skip = [], on, change = (input) => input }: { skip?: readonly string[]; on?: string; change?: Change } = {},
): Promise<Record<string, number>> {
  const inputs = actionInputs(targets);
  const actions = new Map((await listActions(targets)).map((action) => [action.name, action]));
  const unknown = [...actions.keys()].filter((name) => !(name in inputs));
  if (unknown.length > 0) throw new Error(`actions without an input: ${unknown.join(', ')}`);
  const statuses: Record<string, number> = {};
  for (const [name, call] of Object.entries(inputs)) {
    const action = actions.get(name);
    if (!action) throw new Error(`no action ${name} in the build`);
    if (skip.includes(name)) continue;
    statuses[name] = (await sendAction(page, on ?? action.path, action.id, change(call))).status();
  }
  return statuses;
}

type Request = { method: 'GET' | 'POST'; path: string; data?: unknown };

/** For every path of the API, a request that works when the session may make it. Open ones need no session. */
const apiRequests = (
  { product, order, person }: Targets,
  picture: Buffer,
): Record<string, Request | 'needs no session'> => {
  const purchase = { producto: product.slug, minecraftName: 'jugador_1' };
  return {
    'admin-export/[list]': { method: 'GET', path: '/api/admin-export/pedidos' },
    'cancel-subscription': { method: 'POST', path: '/api/cancel-subscription', data: {} },
    'club-invoice/[id]': { method: 'GET', path: `/api/club-invoice/${order}` },
    'club-portal': { method: 'POST', path: '/api/club-portal', data: {} },
    'club-return': { method: 'GET', path: '/api/club-return?session_id=cs_test_x' },
    'club-subscribe': { method: 'POST', path: '/api/club-subscribe', data: { plan: 'monthly' } },
    coins: 'needs no session',
    'create-checkout-session': {
      method: 'POST',
      path: '/api/create-checkout-session',
      data: { ...purchase, metodoPago: 'tarjeta' },
    },
    'create-order': { method: 'POST', path: '/api/create-order', data: { ...purchase, metodoPago: 'paypal' } },
    'creator/statement': { method: 'GET', path: '/api/creator/statement?month=2026-10&format=csv' },
    'creator/stats': { method: 'GET', path: '/api/creator/stats' },
    cron: 'needs no session',
    'download/[orderId]': { method: 'GET', path: `/api/download/${order}` },
    'factura/[orderId]': { method: 'GET', path: `/api/factura/${order}` },
    followers: { method: 'GET', path: '/api/followers' },
    health: 'needs no session',
    me: 'needs no session',
    'my-review': { method: 'GET', path: `/api/my-review?producto=${product.id}` },
    'my-data': { method: 'GET', path: '/api/my-data' },
    notifications: { method: 'GET', path: '/api/notifications' },
    'product-file': { method: 'POST', path: '/api/product-file', data: { name: 'x.zip', size: 4 } },
    'product-image': { method: 'POST', path: '/api/product-image?kind=cover', data: picture },
    'profile-image': { method: 'POST', path: '/api/profile-image?kind=avatar', data: picture },
    recipients: { method: 'GET', path: `/api/recipients?q=${person.username.slice(0, 5)}` },
    'resume-subscription': { method: 'POST', path: '/api/resume-subscription', data: {} },
    'search/suggest': 'needs no session',
    status: 'needs no session',
    'status/services': 'needs no session',
    'verificar-pago': { method: 'GET', path: '/api/verificar-pago?session_id=cs_test_x' },
    'verificar-paypal': { method: 'GET', path: '/api/verificar-paypal?token=x' },
    visit: 'needs no session',
    'webhooks/paypal': 'needs no session',
    'webhooks/stripe': 'needs no session',
  };
};

/**
 * Tries every path of the API that is about a person.
 *
 * @returns the answer's status by path
 * @throws when a path has no request here: a new one must be tried too
 */
export async function tryEveryPath(
  page: Page,
  targets: Targets,
  { change = (input) => input }: { change?: Change } = {},
): Promise<Record<string, number>> {
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#888' } })
    .png()
    .toBuffer();
  const requests = apiRequests(targets, picture);
  for await (const file of glob('**/route.ts', { cwd: join(root, 'app/api') })) {
    const name = file.replaceAll('\\', '/').replace('/route.ts', '');
    if (!(name in requests)) throw new Error(`/api/${name} has no request`);
  }
  const statuses: Record<string, number> = {};
  for (const [name, request] of Object.entries(requests)) {
    if (request === 'needs no session') continue;
    const response = await page.request.fetch(request.path, {
      method: request.method,
      headers: { origin: process.env.SITE_URL ?? '' },
      maxRedirects: 0,
      ...(request.data ? { data: Buffer.isBuffer(request.data) ? request.data : change(request.data) } : {}),
    });
    statuses[name] = response.status();
  }
  return statuses;
}

/** Everything the database holds about a person, as one text per table: equal when nothing has changed. */
export async function traceOf(person: Pick<Person, 'id'>): Promise<Record<string, string>> {
  const sql = database();
  const columns = await sql<{ name: string; columns: string[] }[]>`
    select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'public' and data_type = 'uuid' group by table_name order by table_name`;
  const trace: Record<string, string> = {};
  // What trying to log in allows for a moment is no change of anything.
  for (const { name, columns: names } of columns.filter((table) => table.name !== 'permisos')) {
    const [row] = await sql.unsafe(
      `select coalesce(string_agg(t::text, E'\n' order by t::text), '') as rows from public.${name} t
      where $1::uuid in (${names.join(', ')})`,
      [person.id],
    );
    trace[name] = row?.rows;
  }
  const [account] = await sql`select email || encrypted_password as rows from auth.users where id = ${person.id}`;
  trace.account = account?.rows;
  return trace;
}
