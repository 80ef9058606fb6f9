import { randomUUID } from 'node:crypto';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { type Call, listActions, outcomeOf, sendAction } from './actions.ts';
import { codeOf } from './app-code.ts';
import type { Shop } from './http.ts';
import type { Person } from './people.ts';
import { buyerData } from './shopping.ts';
import { draftOf, type Targets } from './targets.ts';

const root = join(import.meta.dirname, '../../..');

/** Coupon that an unauthorised session tries to create. */
export const stolenCoupon = ({ username }: Person) => `ROBO${username.slice(-8)}`;

const bulkForm = {
  ...{ priceMode: 'set', price: '1,00', offerMode: 'keep', offerPercent: '', offerUntil: '', withEditions: true },
  ...{ versionMode: 'keep', versions: '', genreMode: 'keep', genres: '' },
};

/**
 * Input for every server action that an authorised session would succeed with. Ids are those of products on sale, or of
 * another person's objects. A key such as `sendToReview of theirs` repeats an action with other input.
 */
const actionInputs = ({ person, product, creator, code, theirs }: Targets): Record<string, Call> => {
  const purchase = { producto: product.slug, ...buyerData };
  const reason = 'porque sí';
  return {
    toggleFavorite: { args: [product.id, true] },
    toggleFollow: { args: [creator, true] },
    markNotificationsRead: { args: [] },
    lookUpCode: { args: [code] },
    redeemCode: { args: [code, 'jugador_1'] },
    checkPayment: { args: [theirs.payment] },
    openGift: { args: [theirs.payment, 'jugador_1'] },
    remindOfGift: { args: [theirs.payment] },
    collectGift: { args: ['nada', 'jugador_1'] },
    resendGift: { args: [theirs.payment, 'nadie@example.com'] },
    takeBackGift: { args: [theirs.payment] },
    readPlayerName: { args: [] },
    claimPurchase: { args: [purchase] },
    payWithCoins: { args: [purchase] },
    leavePurchase: { args: [{ producto: product.slug }] },
    claimWithClub: { args: [product.id, 'jugador_1'] },
    applyCoupon: { args: [{ producto: product.slug, codigo: 'BIENVENIDA' }] },
    requestWithdrawal: { args: [{ email: person.email, amount: '5,00', attempt: randomUUID() }] },
    cancelWithdrawal: { args: [theirs.withdrawal] },
    saveProfileAction: {
      form: {
        ...{ displayName: `Otro ${person.username.slice(-8)}`, displayNameBefore: person.username },
        ...{ phone: '1', phoneBefore: '', bio: 'cambiada', bioBefore: '' },
      },
    },
    rememberLanguage: { args: ['en'] },
    saveLinksAction: { form: { link0: 'https://discord.gg/mio' } },
    savePinnedAction: { form: { pin0: theirs.product.id } },
    saveBellPreferencesAction: { form: { eachSale: 'on' } },
    showPost: { args: [product.id] },
    saveMailPreferencesAction: { form: { newProducts: 'on' } },
    checkUsername: { args: [person.username] },
    chooseUsernameAction: { form: { username: 'otro_nombre', next: '/' } },
    changeEmailAction: { form: { email: `x${person.email}`, current: person.password } },
    newPasswordAction: { form: { password: 'Robada123', confirmation: 'Robada123' } },
    deleteAccountAction: { form: { current: person.password } },
    sendToReview: { args: [null, draftOf(`prueba-${person.username}`)] },
    'sendToReview of theirs': { args: [theirs.product.id, draftOf(theirs.product.slug)] },
    duplicateProduct: { args: [theirs.product.slug] },
    takeBack: { args: [theirs.product.slug] },
    editContent: {
      args: [
        {
          id: product.id,
          edit: { base: { name: product.name }, changes: { name: 'Robado' } },
          reason: 'porque sí',
        },
      ],
    },
    archiveForCreator: { args: [{ id: product.id, archive: false }] },
    archiveProduct: { args: [{ id: theirs.product.id, slug: theirs.product.slug, archive: true }] },
    previewBulkEdit: { args: [{ ids: [theirs.product.id], form: bulkForm }] },
    applyBulkEdit: { args: [{ form: bulkForm, marks: { [theirs.product.id]: 'x' }, key: randomUUID() }] },
    planOffer: {
      args: [
        {
          productId: theirs.product.id,
          editionId: null,
          price: '1,00',
          from: '2030-01-01',
          to: '2030-01-02',
          description: 'mío',
          descriptionEn: '',
        },
      ],
    },
    endOffer: { args: [randomUUID()] },
    createOwnCoupon: {
      args: [
        {
          productId: theirs.product.id,
          code: stolenCoupon(person),
          kind: 'percent',
          value: '20',
          least: '',
          from: '',
          to: '',
          maxUses: '',
          maxPerPerson: '',
        },
      ],
    },
    stopOwnCoupon: { args: [theirs.coupon] },
    addServer: { args: [{ name: 'Mío', kind: 'azlink', identity: 'online', prefix: '', wakeUrl: '' }] },
    changeServer: { args: [{ id: theirs.server, name: 'Mío', identity: 'online', prefix: '', wakeUrl: '' }] },
    renewServerKey: { args: [theirs.server] },
    testServer: { args: [theirs.server] },
    removeServer: { args: [theirs.server] },
    addServerAction: {
      args: [
        {
          ...{ productId: theirs.product.id, editionId: '', preset: 'whitelist', group: '', item: '', amount: '1' },
          ...{ commands: '', undo: '', events: [], needsPlayer: false, isRepeatable: true, slots: '0' },
          ...{ delayMinutes: '0', target: 'all' },
        },
      ],
    },
    removeServerAction: { args: [randomUUID()] },
    buyAsTest: { args: [{ productId: theirs.product.id, editionId: '', player: 'jugador_1', serverId: '' }] },
    undoTest: { args: [theirs.serverTest] },
    sendAgain: { args: [theirs.serverCommand] },
    chooseServer: { args: [{ order: theirs.order, server: theirs.server }] },
    askAgain: { args: [{ order: theirs.order, server: theirs.server }] },
    createApiKey: { args: [{ name: 'CI', scopes: ['sales:read'], days: 30 }] },
    saveLicenceSetting: { args: [{ productId: theirs.product.id, isOn: true, limit: '2' }] },
    findCopy: { args: [{ marks: ['0'.repeat(32)], keys: [] }] },
    saveStamp: { args: [{ productId: theirs.product.id, editionId: null, isOn: false }] },
    freeActivation: { args: [randomUUID()] },
    renewLicence: { args: [theirs.order] },
    revokeApiKey: { args: [theirs.apiKey] },
    // Changes a limit that no parallel test reaches, because an admin succeeds with it.
    saveSettings: {
      args: [{ edit: { base: { priceChange: '50' }, changes: { priceChange: '51' } }, reason: 'prueba' }],
    },
    addHook: { args: [{ url: 'https://bot.example/hook', topics: ['sale'] }] },
    changeHook: { args: [{ id: theirs.hook, url: 'https://bot.example/mine', topics: ['sale'] }] },
    renewHookSecret: { args: [theirs.hook] },
    pauseHook: { args: [{ id: theirs.hook, pause: true }] },
    removeHook: { args: [theirs.hook] },
    testHook: { args: [theirs.hook] },
    resendHook: { args: [theirs.hookDelivery] },
    writeToReview: { args: [theirs.product.id, 'hola'] },
    'editUser myself': {
      args: [{ id: person.id, edit: { base: { role: 'user' }, changes: { role: 'admin' } }, reason }],
    },
    'editUser coins': {
      args: [{ id: person.id, edit: { base: { uncoins: '1' }, changes: { uncoins: '9' } }, reason }],
    },
    'editUser them': {
      args: [
        { id: theirs.person.id, edit: { base: { reputation: 'buena' }, changes: { reputation: 'neutra' } }, reason },
      ],
    },
    editProduct: {
      args: [
        {
          id: product.id,
          slugBefore: product.slug,
          edit: { base: { slug: product.slug, price: '1' }, changes: { slug: 'robado', price: '0' } },
        },
      ],
    },
    editCoupon: { args: [{ id: theirs.coupon, edit: { base: { percent: '10' }, changes: { percent: '99' } } }] },
    saveDisputeAnswer: { args: [{ id: theirs.payment, base: '', text: 'mentira' }] },
    sendDisputeAnswer: { args: [{ id: theirs.payment, base: '', text: 'mentira', files: [] }] },
    removeDisputeFile: { args: [{ id: theirs.payment, path: 'pruebas/a/b.pdf' }] },
    generateCodes: { args: [{ id: product.id, editionId: '', count: 1 }] },
    unbanUser: { args: [{ id: theirs.outcast.id, reason: 'porque sí' }] },
    saveAnnouncement: {
      args: [
        {
          ...{ id: null, version: null, titleEs: 'Robo', titleEn: 'Theft', textEs: 'mío', textEn: 'mine', href: '' },
          ...{ from: '2030-01-01T10:00', to: '2030-01-02T10:00', banner: true, mail: true },
        },
      ],
    },
    publishAnnouncement: { args: [{ id: 1, version: 1 }] },
    stopAnnouncement: { args: [1] },
    deleteAnnouncement: { args: [1] },
    featureProduct: { args: [{ slug: theirs.product.slug, from: '', to: '' }] },
    unfeatureProduct: { args: [product.id] },
    orderFeatured: { args: [[], []] },
    changeSwitch: { args: ['status_down', false] },
    solveCase: { args: [theirs.caseId, 'sin motivo'] },
    deleteCoupon: { args: [theirs.coupon] },
    saveCoupon: {
      args: [
        {
          ...{ code: stolenCoupon(person), scope: 'tienda', product: '', creator: '', category: '', percent: '99' },
          ...{ amount: '', least: '', starts: '', expires: '', maxUses: '', maxPerPerson: '', firstPurchase: false },
        },
      ],
    },
    saveReview: { args: [{ productId: product.id, stars: 5, text: 'mío' }] },
    'saveReview of what they have': { args: [{ productId: theirs.bought.id, stars: 1, text: 'mío' }] },
    deleteReview: { args: [theirs.bought.id] },
    answerReview: { args: [{ reviewId: theirs.review, text: 'mío' }] },
    moderateReview: { args: [{ reviewId: theirs.review, hide: true, reason: 'porque sí' }] },
    askQuestionAction: { form: { productId: product.id, question: '¿Me lo das gratis, por favor?' } },
    answerQuestionAction: { form: { questionId: product.id, reply: 'mío' } },
    withdrawAnswerAction: { form: { questionId: product.id } },
    setQuestionAsideAction: { form: { questionId: product.id, aside: 'si' } },
    deleteQuestionAction: { form: { questionId: product.id } },
    thankAnswer: { args: [{ questionId: product.id, thanks: true }] },
    showQuestion: { args: [{ id: product.id, part: 'pregunta' }] },
    savePost: {
      args: [
        {
          id: null,
          version: null,
          title: 'Mía',
          text: '<p>Hola</p>',
          audience: 'publico',
          productId: null,
          publish: true,
        },
      ],
    },
    deletePost: { args: [product.id] },
    sendAppeal: { args: [{ text: 'No he hecho nada malo.' }] },
    sendReport: { args: [{ kind: 'producto', id: product.id, reason: 'otro', text: '' }] },
    openRequest: {
      args: [
        { topic: 'tienda', reason: null, orderId: theirs.order, paymentId: null, text: 'Esto es mío, de verdad.' },
      ],
    },
    decideRefund: { args: [{ id: theirs.request, cents: null, text: 'porque sí' }] },
    answerRequest: { args: [{ id: theirs.request, text: 'mío' }] },
    closeRequest: { args: [theirs.request] },
    supportRefund: { args: [theirs.request] },
    cancelPurchase: { args: [theirs.payment] },
    readStockWish: { args: [product.id] },
    wishForStock: { args: [product.id, false] },
    assignReport: { args: [theirs.report, null, null] },
    askInReport: { args: [{ id: theirs.report, text: '¿Es tuyo?' }] },
    answerReport: { args: [{ id: theirs.report, text: 'mío' }] },
    appealMeasure: { args: [{ id: theirs.report, text: 'Esto es mío, de verdad.' }] },
    settleReport: { args: [{ id: theirs.report, isFounded: true, note: 'porque sí' }] },
    // Concerns the report that `settleReport` has settled.
    actOnReport: { args: [{ id: theirs.report, measures: ['retirar'], until: '', reason: 'porque sí' }] },
    clarifyWithdrawal: { args: [{ id: theirs.withdrawal, paid: true, reference: 'TX12345', note: 'porque sí' }] },
    resolveWithdrawal: { args: [theirs.withdrawal, true, ''] },
    approveWithdrawals: { args: [[theirs.withdrawal]] },
    decideRevision: { args: [{ id: theirs.revision, fingerprint: theirs.fingerprint }, true, [], ''] },
    requestChanges: { args: [{ id: theirs.revision, fingerprint: theirs.fingerprint }, [], 'x'] },
    decideRevisions: { args: [[{ id: theirs.revision, fingerprint: theirs.fingerprint }], true, [], ''] },
    assignRevision: { args: [theirs.revision, theirs.person.id, null] },
    refundPayment: {
      args: [{ paymentId: theirs.payment, reason: 'porque sí', amount: '1,00', inCoins: false, key: randomUUID() }],
    },
    beginTwoFactor: { args: ['Robada', person.password] },
    finishTwoFactor: { args: [theirs.factor, codeOf(theirs.person.secret)] },
    removeTwoFactorApp: { args: [theirs.factor, codeOf(theirs.person.secret)] },
    renewRecoveryCodes: { args: ['000000'] },
    removeLostTwoFactorApps: { args: [] },
    verifyStepAction: { form: { code: '000000' } },
    spendRecoveryCodeAction: { form: { code: 'AAAA-AAAA-AAAA-AAAA' } },
    removeSecondFactor: { args: [{ id: theirs.person.id, reason: 'porque sí' }] },
    banUser: { args: [{ id: theirs.outcast.id, until: '', reason: 'porque sí' }] },
    resendConfirmation: { args: [person.email, '/'] },
    resetAction: { form: { email: person.email } },
    registerAction: { form: { email: person.email, username: `x${person.username}`, password: person.password } },
    logInAction: { form: { email: person.email, password: 'equivocada' } },
    // A new password ends every session, and begins one without a second step.
    changePasswordAction: {
      form: { current: person.password, password: 'Robada123', confirmation: 'Robada123' },
    },
    endSession: { args: [randomUUID()] },
    // These two end the session, so they come last.
    signOutEverywhereAction: { args: [] },
    logOutAction: { args: [] },
  };
};

type Change = <Input>(input: Input) => Input;

/** Appends a character to every text of an input. */
export const endingWith =
  (sign: string): Change =>
  (input) =>
    JSON.parse(JSON.stringify(input), (_key, value) => (typeof value === 'string' ? value + sign : value));

const actionOf = (call: string) => call.split(' ')[0] ?? call;

/**
 * Sends every server action of the build, each on a page that uses it, or all on one page.
 *
 * @returns the outcome by action (see `outcomeOf`)
 * @throws if an action has no input here, so that new ones are covered
 */
export async function tryEveryAction(
  shop: Shop,
  targets: Targets,
  { skip = [], on, change = (input) => input }: { skip?: readonly string[]; on?: string; change?: Change } = {},
): Promise<Record<string, string>> {
  const inputs = actionInputs(targets);
  const actions = await listActions(targets.theirs.payment);
  const tried = new Set(Object.keys(inputs).map(actionOf));
  const unknown = [...actions.keys()].filter((name) => !tried.has(name));
  if (unknown.length > 0) throw new Error(`actions without an input: ${unknown.join(', ')}`);
  const outcomes: Record<string, string> = {};
  for (const [name, call] of Object.entries(inputs)) {
    const action = actions.get(actionOf(name));
    if (!action) throw new Error(`no action ${name} in the build`);
    if (skip.includes(action.name)) continue;
    outcomes[name] = await outcomeOf(await sendAction(shop, on ?? action.path, action.id, change(call)));
  }
  return outcomes;
}

type Request = { method: 'GET' | 'POST' | 'PUT'; path: string; data?: unknown };

/**
 * A request for every API route that an authorised session would succeed with. Ids are those of another person's objects.
 * Public routes need no session.
 */
const apiRequests = (
  { product, order, person, theirs }: Targets,
  picture: Buffer,
): Record<string, Request | 'needs no session'> => {
  const purchase = { producto: product.slug, ...buyerData };
  const subscriptionId = theirs.subscription;
  return {
    'admin-export/[list]': { method: 'GET', path: '/api/admin-export/pedidos' },
    'cancel-subscription': { method: 'POST', path: '/api/cancel-subscription', data: { subscriptionId } },
    'club-invoice/[id]': { method: 'GET', path: `/api/club-invoice/${theirs.clubInvoice}` },
    'club-plan': { method: 'POST', path: '/api/club-plan', data: { drop: true } },
    'club-portal': { method: 'POST', path: '/api/club-portal', data: { subscriptionId } },
    'club-return': { method: 'GET', path: `/api/club-return?session_id=${theirs.session}` },
    'club-subscribe': { method: 'POST', path: '/api/club-subscribe', data: { plan: 'monthly' } },
    coins: 'needs no session',
    'create-checkout-session': {
      method: 'POST',
      path: '/api/create-checkout-session',
      data: { ...purchase, metodoPago: 'tarjeta' },
    },
    'create-order': { method: 'POST', path: '/api/create-order', data: { ...purchase, metodoPago: 'paypal' } },
    'creator/sales': { method: 'GET', path: '/api/creator/sales?estado=disponible' },
    'creator/statement': { method: 'GET', path: '/api/creator/statement?mes=2026-10&formato=csv' },
    'creator/stats': { method: 'GET', path: '/api/creator/stats?dias=30' },
    azlink: 'needs no session',
    'azlink/[...path]': 'needs no session',
    cron: 'needs no session',
    'download/[orderId]': { method: 'GET', path: `/api/download/${order}` },
    'download/[orderId] of theirs': { method: 'GET', path: `/api/download/${theirs.order}` },
    'factura/[orderId]': { method: 'GET', path: `/api/factura/${theirs.order}` },
    followers: { method: 'GET', path: '/api/followers' },
    health: 'needs no session',
    library: { method: 'GET', path: '/api/library' },
    ready: 'needs no session',
    'v1/[[...path]]': 'needs no session',
    'v1/openapi.json': 'needs no session',
    me: 'needs no session',
    oembed: 'needs no session',
    preview: { method: 'GET', path: `/api/preview?slug=${product.slug}` },
    thanks: { method: 'GET', path: `/api/thanks?producto=${product.id}` },
    'my-review': { method: 'GET', path: `/api/my-review?producto=${product.id}` },
    'my-data': { method: 'GET', path: '/api/my-data' },
    notifications: { method: 'GET', path: '/api/notifications' },
    'product-file': { method: 'POST', path: '/api/product-file', data: { step: 'begin', name: 'x.zip', size: 4 } },
    'product-draft': {
      method: 'PUT',
      path: '/api/product-draft',
      data: { id: randomUUID(), productId: null, version: 0, content: { draft: { name: 'mío' }, base: '' } },
    },
    'dispute-file': {
      method: 'POST',
      path: `/api/dispute-file?dispute=${theirs.payment}&kind=otro&name=a.png&note=`,
      data: picture,
    },
    'product-image': { method: 'POST', path: '/api/product-image?kind=cover', data: picture },
    'profile-image': { method: 'POST', path: '/api/profile-image?kind=avatar', data: picture },
    'club-saving': { method: 'GET', path: '/api/club-saving' },
    'own-products': { method: 'GET', path: `/api/own-products?use=pack&text=${product.slug.slice(0, 5)}` },
    recipients: { method: 'GET', path: `/api/recipients?q=${person.username.slice(0, 5)}` },
    'resume-subscription': { method: 'POST', path: '/api/resume-subscription', data: { subscriptionId } },
    'search/suggest': 'needs no session',
    status: 'needs no session',
    'status/services': 'needs no session',
    unsubscribe: 'needs no session',
    'verificar-pago': { method: 'GET', path: `/api/verificar-pago?session_id=${theirs.session}` },
    'verificar-paypal': { method: 'GET', path: `/api/verificar-paypal?order_id=${theirs.paypalOrder}` },
    'v1/deliveries': 'needs no session',
    'v1/deliveries/ack': 'needs no session',
    visit: 'needs no session',
    'webhooks/paypal': 'needs no session',
    'webhooks/stripe': 'needs no session',
  };
};

/**
 * Requests every API route that concerns a person.
 *
 * @returns the status by route, with the target of a redirect
 * @throws if a route has no request here, so that new ones are covered
 */
export async function tryEveryPath(
  shop: Shop,
  targets: Targets,
  { change = (input) => input }: { change?: Change } = {},
): Promise<Record<string, number | string>> {
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#888' } })
    .png()
    .toBuffer();
  const requests = apiRequests(targets, picture);
  const tried = new Set(Object.keys(requests).map(actionOf));
  for await (const file of glob('**/route.ts', { cwd: join(root, 'app/api') })) {
    const name = file.replaceAll('\\', '/').replace('/route.ts', '');
    if (!tried.has(name)) throw new Error(`/api/${name} has no request`);
  }
  const answers: Record<string, number | string> = {};
  for (const [name, request] of Object.entries(requests)) {
    if (request === 'needs no session') continue;
    const response = await shop.fetch(request.path, {
      method: request.method,
      maxRedirects: 0,
      ...(request.data ? { data: Buffer.isBuffer(request.data) ? request.data : change(request.data) } : {}),
    });
    const { location } = response.headers();
    const path = location && new URL(location, process.env.SITE_URL).pathname;
    answers[name] = path ? `${response.status()} ${path}` : response.status();
  }
  return answers;
}
