import type { Bug } from './bug.ts';

/** From a payment that begins to goods that are delivered. */
export const payments: Bug[] = [
  {
    id: 'key-of-another-purchase',
    breaks: 'A payment’s key is not held against what is bought: another purchase gets the first one’s page.',
    file: 'supabase/schemas/35_checkout.sql',
    find: "then return public.rechazo('clave_usada'); end if;",
    replace: 'then null; end if;',
    tests: ['tests/db/payments.test.ts'],
  },
  {
    id: 'buyers-lock-dropped',
    breaks: 'Two clicks at once are two payments in coins.',
    file: 'supabase/schemas/35_checkout.sql',
    find: `  perform pg_advisory_xact_lock(hashtextextended('comprador:' || v_usuario, 0));
`,
    replace: '',
    tests: ['tests/db/coin-payments.test.ts'],
    missed: 'The lock of the account stands in for it in most cases; one key sent twenty times at once shows it.',
  },
  {
    id: 'stock-lock-dropped',
    breaks: 'The products of a purchase are not locked: the last unit is sold twice.',
    file: 'supabase/schemas/33_holds.sql',
    find: `  perform 1 from public.productos where id = any (p_productos) order by id for no key update;
`,
    replace: '',
    tests: ['tests/db/stock.test.ts'],
  },
  {
    id: 'coupon-lock-dropped',
    breaks: 'The coupon of a purchase is not locked: its last use is given twice.',
    file: 'supabase/schemas/33_holds.sql',
    find: `  perform 1 from public.codigos_cupones where id = p_cupon for no key update;
`,
    replace: '',
    tests: ['tests/db/stock.test.ts'],
    harmless:
      'a coupon belongs to one product, and every purchase with it waits for the lock of that product next; its own lock only keeps an admin from moving it meanwhile',
  },
  {
    id: 'holds-never-end',
    breaks: 'A payment that nobody finished holds its unit for ever.',
    file: 'supabase/schemas/33_holds.sql',
    find: '  where (r.producto_id = p_producto or r.cupon_id = p_cupon) and r.hasta > now();',
    replace: '  where r.producto_id = p_producto or r.cupon_id = p_cupon;',
    tests: ['tests/db/stock.test.ts'],
  },
  {
    id: 'holds-outlive-their-payment',
    breaks: 'A payment that was closed goes on holding its unit.',
    file: 'supabase/schemas/33_holds.sql',
    find: "for each row when (old.estado = 'creado' and new.estado <> 'creado') execute function public.liberar_reservas();",
    replace:
      "for each row when (old.estado = 'pagado' and new.estado = 'creado') execute function public.liberar_reservas();",
    tests: ['tests/db/stock.test.ts'],
  },
  {
    id: 'holds-without-limit',
    breaks: 'One buyer holds the whole stock with open payments.',
    file: 'supabase/schemas/33_holds.sql',
    find: '(select count(distinct pago_id) from suyas) >= 5',
    replace: '(select count(distinct pago_id) from suyas) >= 5000',
    tests: ['tests/db/stock.test.ts'],
  },
  {
    id: 'coins-without-balance',
    breaks: 'A purchase in coins does not look at the balance first.',
    file: 'supabase/schemas/35_checkout.sql',
    find: 'if v_saldo < v_total then',
    replace: 'if v_saldo is null then',
    tests: ['tests/db/coin-payments.test.ts'],
  },
  {
    id: 'balance-may-be-negative',
    breaks: 'The table takes a balance of coins below zero.',
    file: 'supabase/schemas/11_people.sql',
    find: 'uncoins integer not null default 0 check (uncoins >= 0),',
    replace: 'uncoins integer not null default 0,',
    tests: ['tests/db/coin-payments.test.ts'],
  },
  {
    id: 'balance-without-ledger',
    breaks: 'The balance of coins can be written past the ledger.',
    file: 'supabase/schemas/45_coins.sql',
    find: '  if pg_trigger_depth() < 2 then',
    replace: '  if pg_trigger_depth() < 0 then',
    tests: ['tests/db/coin-payments.test.ts'],
  },
  {
    id: 'consent-not-asked-for',
    breaks: 'Goods are sold without the consent to deliver them at once.',
    file: 'supabase/schemas/35_checkout.sql',
    find: 'if public.exige_consentimiento(v_presupuesto) then',
    replace: 'if v_presupuesto is null then',
    tests: ['tests/db/consent.test.ts'],
  },
  {
    id: 'paid-amount-not-compared',
    breaks: 'Whatever amount the provider took, the goods are delivered.',
    file: 'supabase/schemas/36_delivery.sql',
    find: 'if p_importe_centimos is distinct from v_pago.total_centimos or upper(p_moneda)',
    replace: 'if upper(p_moneda)',
    tests: ['tests/db/delivery.test.ts'],
  },
  {
    id: 'paid-currency-not-compared',
    breaks: 'The right number in a cheaper currency pays for the goods.',
    file: 'supabase/schemas/36_delivery.sql',
    find: 'v_pago.total_centimos or upper(p_moneda) is distinct from v_pago.moneda then',
    replace: 'v_pago.total_centimos then',
    tests: ['tests/db/delivery.test.ts'],
  },
  {
    id: 'charge-amount-not-compared',
    breaks: 'PayPal is told to charge another amount than the one that was quoted.',
    file: 'supabase/schemas/35_checkout.sql',
    find: 'if p_importe_centimos is distinct from v_pago.total_centimos or upper(p_moneda) is distinct from v_pago.moneda then',
    replace: 'if upper(p_moneda) is distinct from v_pago.moneda then',
    tests: ['tests/db/coin-payments.test.ts'],
  },
  {
    id: 'declined-is-charged-again',
    breaks: 'A charge that PayPal declined is tried again without the buyer.',
    file: 'supabase/schemas/35_checkout.sql',
    find: "if v_pago.estado = 'fallido' and not public.aprobado_de_nuevo(v_pago) then",
    replace: 'if v_pago.estado is null then',
    tests: ['tests/db/paypal-refusals.test.ts'],
  },
  {
    id: 'approvals-not-counted',
    breaks: 'The approval whose charge was declined counts as another one, because PayPal tells of it later.',
    file: 'supabase/schemas/60_provider_events.sql',
    find: `count(*) > p_pago.rechazos
    and `,
    replace: '',
    tests: ['tests/db/paypal-refusals.test.ts'],
  },
  {
    id: 'earlier-approval-counts',
    breaks: 'An approval from before the decline counts as another one.',
    file: 'supabase/schemas/60_provider_events.sql',
    find: `
    and max((payload ->> 'create_time')::timestamptz) > p_pago.rechazado_at`,
    replace: '',
    tests: ['tests/db/paypal-refusals.test.ts'],
  },
  {
    id: 'delivered-again',
    breaks: 'A payment that is told twice is delivered twice.',
    file: 'supabase/schemas/36_delivery.sql',
    find: `  if v_pago.estado in ('entregado', 'reembolsado', 'en_disputa') then return public.describir_pago(v_pago); end if;
`,
    replace: '',
    tests: ['tests/db/delivery.test.ts'],
  },
  {
    id: 'second-charge-unnoticed',
    breaks: 'A second charge for a payment that is paid is no case for an admin.',
    file: 'supabase/schemas/36_delivery.sql',
    find: ` and v_pago.referencia <> p_referencia then
    perform public.abrir_caso('pagado_dos_veces', 'doble:'`,
    replace: ` and v_pago.referencia is null then
    perform public.abrir_caso('pagado_dos_veces', 'doble:'`,
    tests: ['tests/db/delivery.test.ts', 'tests/db/payments.test.ts'],
  },
  {
    id: 'payment-row-not-locked',
    breaks: 'Two webhooks at once deliver one payment twice.',
    file: 'supabase/schemas/31_payments.sql',
    find: 'where proveedor = p_proveedor and referencia = p_referencia for no key update;',
    replace: 'where proveedor = p_proveedor and referencia = p_referencia;',
    tests: ['tests/db/races.test.ts', 'tests/db/payments.test.ts'],
  },
  {
    id: 'earns-from-own-purchase',
    breaks: 'Creators earn a share by buying their own products.',
    file: 'supabase/schemas/36_delivery.sql',
    find: 'if v_ingreso > 0 and v_creador not in (p_pago.user_id, p_pago.destinatario_id) then',
    replace: 'if v_ingreso > 0 then',
    tests: ['tests/db/delivery.test.ts'],
  },
  {
    id: 'banned-buyer-served',
    breaks: 'The payment of somebody who was banned meanwhile is delivered.',
    file: 'supabase/schemas/36_delivery.sql',
    find: `  if v_comprador.banned_until > now() then return 'cuenta_baneada'; end if;
`,
    replace: '',
    tests: ['tests/db/give-back.test.ts', 'tests/db/payments.test.ts'],
  },
  {
    id: 'gift-to-somebody-gone',
    breaks: 'A gift is delivered to somebody who has left or was banned meanwhile.',
    file: 'supabase/schemas/36_delivery.sql',
    find: '  if p_pago.destinatario_id <> p_pago.user_id and not exists (',
    replace: '  if p_pago.destinatario_id is null and not exists (',
    tests: ['tests/db/gifts.test.ts'],
  },
  {
    id: 'undeliverable-keeps-the-money',
    breaks: 'What cannot be delivered is not paid back.',
    file: 'supabase/schemas/36_delivery.sql',
    find: `    v_ordenado := public.ordenar_reembolso(v_pago.id, v_motivo);
`,
    replace: '',
    tests: ['tests/db/give-back.test.ts'],
  },
  {
    id: 'refund-of-undeliverable-twice',
    breaks: 'An order to pay back that came to nothing is given again and again.',
    file: 'supabase/schemas/36_delivery.sql',
    find: `      and not exists (select from public.reembolsos
        where pago_id = p_pago and motivo like 'no_entregable: %' and estado in ('rechazado', 'fallido'))`,
    replace: '',
    tests: ['tests/db/delivery.test.ts'],
    missed: 'A refund that failed was not followed by another word of its payment; it is heard of twice more now.',
  },
  {
    id: 'paid-is-demoted',
    breaks: 'A late word that a page has closed takes back a payment that was delivered.',
    file: 'supabase/schemas/35_checkout.sql',
    find: `  if v_pago.estado = 'creado' then
    update public.pagos set estado = p_estado`,
    replace: `  if v_pago.estado <> 'caducado' then
    update public.pagos set estado = p_estado`,
    tests: ['tests/db/payments.test.ts'],
  },
  {
    id: 'unit-of-a-gift-comes-back-twice',
    breaks: 'A gift whose refund failed and was made again gives back a unit that somebody else has bought.',
    file: 'supabase/schemas/44_gifts.sql',
    find: `
      and (p_cuantas < 0) = (p.id = any (v_devueltas))`,
    replace: '',
    tests: ['tests/db/gifts.test.ts'],
  },
  {
    id: 'licence-twice',
    breaks: 'The table takes two licences of the same kind for one person and product.',
    file: 'supabase/schemas/32_licences.sql',
    find: 'create unique index adquisiciones_una_vigente_key',
    replace: 'create index adquisiciones_una_vigente_key',
    tests: ['tests/db/delivery.test.ts'],
    missed:
      'Every function that writes a licence locks its person first, so the index was never needed in a test; two are written past them now.',
  },
  {
    id: 'stripe-signature-not-checked',
    breaks: 'Anybody can send the shop events of Stripe.',
    file: 'lib/payments/stripe/webhook.ts',
    find: "return await stripe().webhooks.constructEventAsync(body, signature ?? '', env().STRIPE_WEBHOOK_SECRET);",
    replace: 'return signature === null ? null : JSON.parse(body);',
    tests: ['tests/unit/payments/webhooks.test.ts'],
  },
  {
    id: 'paypal-verdict-not-read',
    breaks: 'PayPal is asked whether a webhook is its own, and its answer is not read.',
    file: 'lib/payments/paypal/webhook.ts',
    find: "if (verdict.parse(answer).verification_status !== 'SUCCESS') return 'firma_no_valida';",
    replace: 'verdict.parse(answer);',
    tests: ['tests/unit/payments/webhooks.test.ts'],
    missed:
      'Only webhooks without any signature were tried at PayPal; one with a changed word, and one with the signature of another, are now.',
  },
  {
    id: 'stripe-version-not-checked',
    breaks: 'Events of another version of Stripe’s API are read all the same.',
    file: 'lib/payments/stripe/version.ts',
    find: 'if (event.api_version === apiVersion) return true;',
    replace: 'if (event.api_version) return true;',
    tests: ['tests/db/webhook-version.test.ts'],
  },
  {
    id: 'event-handled-again',
    breaks: 'An event that was dealt with is dealt with again.',
    file: 'lib/webhooks/take-event.ts',
    find: `  if (!nuevo) return 'repeated';
`,
    replace: '',
    tests: ['tests/unit/payments/take-event.test.ts'],
    missed: 'Everything that an event does may be repeated, so that nothing shows it; the handler itself is tried now.',
  },
  {
    id: 'event-done-before-it-is',
    breaks: 'An event counts as done although the work on it failed.',
    file: 'lib/webhooks/take-event.ts',
    find: `  const outcome = await follow(event);
  await readRpc(client, 'cerrar_evento', { p_proveedor: provider, p_evento_id: event.id }, nothing);
`,
    replace: `  await readRpc(client, 'cerrar_evento', { p_proveedor: provider, p_evento_id: event.id }, nothing);
  const outcome = await follow(event);
`,
    tests: ['tests/unit/payments/take-event.test.ts'],
  },
  {
    id: 'unpaid-session-delivered',
    breaks: 'A Stripe page that was finished, but whose money has not come, is delivered.',
    file: 'lib/payments/stripe/session-event.ts',
    find: "if (session.status === 'complete' && session.payment_status === 'paid') {",
    replace: "if (session.status === 'complete') {",
    tests: ['tests/unit/payments/session-event.test.ts'],
  },
  {
    id: 'paypal-amount-guessed',
    breaks: 'An amount of PayPal with one decimal is read as if it had two.',
    file: 'lib/payments/paypal/money.ts',
    find: '^(\\d{1,9})\\.(\\d{2})$',
    replace: '^(\\d{1,9})\\.(\\d{1,2})$',
    tests: ['tests/unit/payments/paypal-money.test.ts'],
    missed: 'No test read an amount that is not written as PayPal writes it.',
  },
  {
    id: 'paypal-pending-delivered',
    breaks: 'A capture that PayPal still reviews is delivered.',
    file: 'lib/payments/paypal/order-event.ts',
    find: `    case 'COMPLETED':
`,
    replace: `    case 'COMPLETED':
    case 'PENDING':
`,
    tests: ['tests/db/give-back.test.ts'],
  },
  {
    id: 'idempotency-key-without-parameters',
    breaks: 'The same key goes to the provider with other parameters.',
    file: 'lib/payments/request-key.ts',
    find: "JSON.stringify(canonical(parameters)) ?? ''",
    replace: "''",
    tests: ['tests/unit/payments/request-key.test.ts'],
  },
  {
    id: 'busy-key-ends-the-payment',
    breaks: 'A payment that another request is opening at Stripe at this moment is closed as failed.',
    file: 'lib/payments/stripe/client.ts',
    find: ' && (error.statusCode ?? 500) >= 500',
    replace: '',
    tests: ['tests/unit/payments/idempotency.test.ts'],
  },
  {
    id: 'refund-without-key',
    breaks: 'A refund at Stripe that is sent twice is made twice.',
    file: 'lib/payments/stripe/refunds.ts',
    find: `idempotencyKey: \`reembolso:\${order.id}\``,
    replace: `idempotencyKey: \`reembolso:\${order.id}:\${Date.now()}\``,
    tests: ['tests/unit/payments/webhooks.test.ts'],
    missed: 'The keys of pages were tried, those of refunds were not.',
  },
  {
    id: 'payout-without-key',
    breaks: 'A payout that is sent twice has two keys.',
    file: 'lib/payments/paypal/payouts.ts',
    find: `requestId: \`retiro:\${withdrawal.id}\``,
    replace: `requestId: \`retiro:\${withdrawal.id}:\${Date.now()}\``,
    tests: ['tests/unit/payments/idempotency.test.ts', 'tests/unit/local-payments/paypal-payouts.test.ts'],
    harmless:
      'the withdrawal is the sender_batch_id, by which PayPal refuses a second batch and names the first, for the 30 days in which the shop asks',
  },
  {
    id: 'verification-of-others',
    breaks: 'The page after a payment finds the payments of others for whoever may read them.',
    file: 'lib/payments/verify.ts',
    find: `    .eq('user_id', request.userId)
`,
    replace: '',
    tests: ['tests/db/purchase-end.test.ts'],
    missed: 'Row level security hides the payments of others, but not from admins; an admin asks now.',
  },
];
