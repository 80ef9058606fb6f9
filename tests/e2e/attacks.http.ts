import { expect } from '@playwright/test';
import { notOffered } from './support/actions.ts';
import { stolenCoupon, tryEveryAction, tryEveryPath } from './support/attack.ts';
import { database } from './support/database.ts';
import { test } from './support/http.ts';
import { createPerson, createStaff, type Person } from './support/people.ts';
import { createTargets } from './support/targets.ts';
import { changedTables, traceOf } from './support/trace.ts';

const couponsOf = (someone: Person) =>
  database()`select 1 from codigos_cupones where codigo = ${stolenCoupon(someone)}`;

const changesOfAccount = ['deleteAccountAction', 'changePasswordAction', 'newPasswordAction'];
const endSession = ['signOutEverywhereAction', 'logOutAction'];

/** Without what the page does not offer. */
const offered = (outcomes: Record<string, string>) =>
  Object.fromEntries(Object.entries(outcomes).filter(([, outcome]) => outcome !== notOffered));

/** Status codes of these paths for banned or half signed-in sessions. */
const nobody = {
  'admin-export/[list]': 401,
  'cancel-subscription': 401,
  'club-invoice/[id]': 401,
  'club-plan': 401,
  'club-portal': 401,
  'club-return': '303 /profile/club',
  'club-saving': 401,
  'club-subscribe': 401,
  'create-checkout-session': 401,
  'create-order': 401,
  'creator/sales': 401,
  'creator/statement': 401,
  'creator/stats': 401,
  'download/[orderId]': '303 /login',
  'download/[orderId] of theirs': '303 /login',
  'factura/[orderId]': 401,
  followers: 401,
  library: 401,
  'my-review': 401,
  thanks: 401,
  'my-data': 401,
  notifications: 401,
  'own-products': 401,
  preview: 401,
  'product-draft': 401,
  'product-file': 401,
  'dispute-file': 401,
  'product-image': 401,
  'profile-image': 401,
  recipients: 401,
  'resume-subscription': 401,
  'verificar-pago': 401,
  'verificar-paypal': 401,
};

/** Purchase routes tell a banned person the reason. */
const banned = Object.fromEntries(
  [
    'cancel-subscription',
    'club-plan',
    'club-portal',
    'club-subscribe',
    'create-checkout-session',
    'create-order',
    'resume-subscription',
  ].map((path) => [path, 403]),
);

/** Actions of the panel and the desk only: other people are redirected before they run. */
const staffOnly = [
  'editUser myself',
  'editUser them',
  'editProduct',
  'archiveForCreator',
  'editContent',
  'editCoupon',
  'approveWithdrawals',
  'generateCodes',
  'unbanUser',
  'changeSwitch',
  'saveSettings',
  'solveCase',
  'deleteCoupon',
  'saveCoupon',
  'moderateReview',
  'settleReport',
  'clarifyWithdrawal',
  'resolveWithdrawal',
  'decideRevision',
  'requestChanges',
  'refundPayment',
  'removeSecondFactor',
  'banUser',
];
const ledAway = Object.fromEntries(
  [...staffOnly, 'editUser coins', 'saveDisputeAnswer', 'sendDisputeAnswer', 'removeDisputeFile'].map((name) => [
    name,
    '307',
  ]),
);

test('a banned admin changes nothing by any action or route', { tag: '@nightly' }, async ({ enter }) => {
  const someone = await createStaff('admin');
  const shop = await enter(someone);
  await database()`update usuarios_meta set ban_motivo = 'Reventa', banned_until = '2999-01-01' where id = ${someone.id}`;
  const targets = await createTargets(someone, enter);
  const [own, theirs] = [await traceOf(someone), await traceOf(targets.theirs.person)];
  // A banned person can still appeal (tests/db/appeals.test.ts).
  const gate = await tryEveryAction(shop, targets, { skip: ['logOutAction', 'sendAppeal'] });
  expect(new Set(Object.values(gate)), JSON.stringify(gate)).toEqual(new Set(['403']));
  // The logout page stays open to banned people. It accepts the actions of the login page, and no others.
  expect(offered(await tryEveryAction(shop, targets, { skip: endSession, on: '/logout' }))).toEqual({
    newPasswordAction: 'linkInvalid',
    resendConfirmation: 'done',
    resetAction: 'done',
    registerAction: 'done',
    checkUsername: 'done',
    chooseUsernameAction: 'notSignedIn',
    logInAction: 'invalidCredentials',
  });
  expect(await tryEveryPath(shop, targets)).toEqual({ ...nobody, ...banned });
  // The confirmation mail, which everybody may request on the login page.
  expect(changedTables(own, await traceOf(someone))).toEqual(['correos']);
  expect(changedTables(theirs, await traceOf(targets.theirs.person))).toEqual([]);
  expect(await couponsOf(someone)).toHaveLength(0);
  const [product] = await database()`select nombre, precio::float from productos where id = ${targets.product.id}`;
  expect(product).toEqual({ nombre: targets.product.name, precio: 1 });
});

test('an admin session without its second factor changes nothing by any action or route', {
  tag: '@nightly',
}, async ({ enter }) => {
  const someone = await createStaff('admin');
  const shop = await enter(someone, 'password only');
  const targets = await createTargets(someone, enter);
  const [own, theirs] = [await traceOf(someone), await traceOf(targets.theirs.person)];
  const gate = await tryEveryAction(shop, targets, { skip: ['logOutAction'], on: '/' });
  expect(new Set(Object.values(gate)), JSON.stringify(gate)).toEqual(new Set(['403']));
  // The page of the second factor accepts no other action.
  expect(offered(await tryEveryAction(shop, targets, { skip: endSession, on: '/login/verificar' }))).toEqual({
    verifyStepAction: 'codeWrong',
    spendRecoveryCodeAction: 'recoveryWrong',
  });
  expect(await tryEveryPath(shop, targets)).toEqual(nobody);
  // The whole team is notified of what other tests do.
  const heard = ['correos', 'notificaciones'];
  expect(changedTables(own, await traceOf(someone)).filter((table) => !heard.includes(table))).toEqual([]);
  expect(changedTables(theirs, await traceOf(targets.theirs.person))).toEqual([]);
  expect(await couponsOf(someone)).toHaveLength(0);
});

test('a disabled account cannot buy, publish or withdraw by any action or route', { tag: '@nightly' }, async ({
  enter,
}) => {
  const someone = await createPerson();
  const shop = await enter(someone);
  await database()`update usuarios_meta set reputacion = 'deshabilitado' where id = ${someone.id}`;
  const targets = await createTargets(someone, enter);
  const [own, theirs] = [await traceOf(someone), await traceOf(targets.theirs.person)];
  const cannotBuy = 'Tu cuenta está deshabilitada y no puede comprar.';
  expect(await tryEveryAction(shop, targets, { skip: [...endSession, ...changesOfAccount] })).toMatchObject({
    ...ledAway,
    redeemCode: 'cuenta_deshabilitada',
    claimPurchase: cannotBuy,
    payWithCoins: cannotBuy,
    claimWithClub: cannotBuy,
    sendToReview: 'disabled',
    'sendToReview of theirs': 'notFound',
    requestWithdrawal: 'funds',
  });
  expect(await tryEveryPath(shop, targets)).toMatchObject({
    'create-checkout-session': 403,
    'create-order': 403,
    'club-subscribe': 403,
  });
  const changed = changedTables(own, await traceOf(someone));
  for (const table of [
    'pagos',
    'movimientos_uncoins',
    'suscripciones',
    'withdrawals',
    'productos',
    'revisiones_producto',
  ])
    expect(changed).not.toContain(table);
  expect(await database()`select 1 from adquisiciones where user_id = ${someone.id}`).toHaveLength(1);
  expect(changedTables(theirs, await traceOf(targets.theirs.person))).toEqual([]);
});

test('a signed-in person cannot read or change the data of another by any action or route', async ({ enter }) => {
  const someone = await createPerson();
  const shop = await enter(someone);
  const targets = await createTargets(someone, enter);
  const theirs = await traceOf(targets.theirs.person);
  expect(await tryEveryAction(shop, targets, { skip: [...endSession, ...changesOfAccount] })).toMatchObject({
    ...ledAway,
    checkPayment: 'no_existe',
    openGift: 'no_existe',
    remindOfGift: 'no_existe',
    collectGift: 'enlace_no_valido',
    resendGift: 'no_existe',
    takeBackGift: 'no_existe',
    'sendToReview of theirs': 'notFound',
    duplicateProduct: 'notFound',
    takeBack: 'notFound',
    archiveProduct: 'notFound',
    planOffer: 'no_existe',
    endOffer: 'no_existe',
    createOwnCoupon: 'no_existe',
    stopOwnCoupon: 'no_existe',
    changeServer: 'no_existe',
    renewServerKey: 'no_existe',
    testServer: 'no_existe',
    removeServer: 'no_existe',
    addServerAction: 'no_existe',
    removeServerAction: 'no_existe',
    buyAsTest: 'no_existe',
    undoTest: 'no_existe',
    sendAgain: 'no_existe',
    chooseServer: 'no_existe',
    openRequest: 'no_existe',
    answerRequest: 'no_existe',
    answerReport: 'no_existe',
    appealMeasure: 'no_existe',
    closeRequest: 'no_existe',
    supportRefund: 'no_existe',
    cancelPurchase: 'no_existe',
    askAgain: 'no_existe',
    saveLicenceSetting: 'no_existe',
    saveStamp: 'no_existe',
    findCopy: 'done',
    freeActivation: 'no_existe',
    renewLicence: 'no_existe',
    revokeApiKey: 'no_existe',
    // Its form is a part of every thread’s page.
    decideRefund: 'notAllowed',
    writeToReview: 'notAllowed',
    'saveReview of what they have': 'no_lo_tienes',
    answerReview: 'no_existe',
    deletePost: 'no_existe',
    finishTwoFactor: 'gone',
    removeTwoFactorApp: 'gone',
  });
  expect(await tryEveryPath(shop, targets)).toMatchObject({
    'admin-export/[list]': 403,
    'cancel-subscription': 404,
    'club-invoice/[id]': 404,
    'club-portal': 404,
    'download/[orderId] of theirs': 404,
    'factura/[orderId]': 404,
    'resume-subscription': 404,
    'verificar-pago': 404,
    'verificar-paypal': 404,
  });
  expect(changedTables(theirs, await traceOf(targets.theirs.person))).toEqual([]);
});

test('the same actions and routes succeed for an admin who is allowed to use them', { tag: '@nightly' }, async ({
  enter,
}) => {
  const someone = await createStaff('admin');
  const shop = await enter(someone);
  const targets = await createTargets(someone, enter);
  const [own, theirs] = [await traceOf(someone), await traceOf(targets.theirs.person)];
  expect(await tryEveryPath(shop, targets)).toMatchObject({
    'admin-export/[list]': 200,
    'club-invoice/[id]': 200,
    'club-subscribe': 200,
    'club-saving': 200,
    'create-checkout-session': 200,
    'create-order': 200,
    'creator/sales': 200,
    'creator/statement': 200,
    'creator/stats': 200,
    followers: 200,
    library: 200,
    'my-review': 200,
    thanks: 200,
    'my-data': 200,
    notifications: 200,
    'own-products': 200,
    'product-draft': 200,
    'product-file': 200,
    'dispute-file': 422,
    'product-image': 200,
    'profile-image': 200,
    recipients: 200,
  });
  const done = staffOnly.filter((name) => name !== 'clarifyWithdrawal').map((name) => [name, 'done']);
  expect(await tryEveryAction(shop, targets, { skip: [...endSession, 'deleteAccountAction'] })).toMatchObject({
    ...Object.fromEntries(done),
    // The withdrawal has no unclear state to resolve.
    clarifyWithdrawal: 'no_aclarable',
    // The revision is already decided.
    requestChanges: 'ya_resuelta',
    decideRefund: 'done',
    toggleFavorite: 'done',
    toggleFollow: 'done',
    lookUpCode: 'done',
    redeemCode: 'done',
    saveProfileAction: 'done',
    saveMailPreferencesAction: 'done',
    sendToReview: 'done',
    saveReview: 'done',
    sendReport: 'done',
    changePasswordAction: 'done',
  });
  const changed = changedTables(own, await traceOf(someone));
  for (const table of ['adquisiciones', 'favoritos', 'usuarios_meta', 'preferencias_aviso', 'account'])
    expect(changed).toContain(table);
  const changedOfTheirs = changedTables(theirs, await traceOf(targets.theirs.person));
  for (const table of ['usuarios_meta', 'withdrawals', 'resenas', 'reportes', 'revisiones_producto', 'factors'])
    expect(changedOfTheirs).toContain(table);
  expect(await couponsOf(someone)).toHaveLength(1);
});
