import type { Bug } from './bug.ts';

/** Refunds, disputes, invoices, and what creators are paid. */
export const afterSale: Bug[] = [
  {
    id: 'refund-ordered-twice',
    breaks: 'What was ordered back can be ordered back again until the provider answers.',
    file: 'supabase/schemas/37_refunds_and_disputes.sql',
    find: "where pago_id = p_pago.id and estado in ('pedido', 'pendiente')), 0))",
    replace: "where pago_id = p_pago.id and estado = 'pendiente'), 0))",
    tests: ['tests/db/refunds.test.ts'],
  },
  {
    id: 'refund-key-not-compared',
    breaks: 'The key of one refund answers for another amount.',
    file: 'supabase/schemas/37_refunds_and_disputes.sql',
    find: `    if v_reembolso.pago_id <> p_pago or v_reembolso.centimos <> p_centimos then return privado.rechazo('clave_usada'); end if;
`,
    replace: '',
    tests: ['tests/db/reversal-facts.test.ts'],
  },
  {
    id: 'refund-above-what-is-left',
    breaks: 'More is given back than was paid.',
    file: 'supabase/schemas/37_refunds_and_disputes.sql',
    find: '(p_centimos <= 0 or p_centimos > v_queda)',
    replace: '(p_centimos <= 0)',
    tests: ['tests/db/reversal-facts.test.ts'],
  },
  {
    id: 'refund-by-anybody',
    breaks: 'Whoever is signed in orders money back.',
    file: 'supabase/schemas/37_refunds_and_disputes.sql',
    find: `  v_queda integer;
begin
  if not privado.es_admin() and coalesce(auth.role(), '') <> 'service_role' then return privado.rechazo('sin_permiso'); end if;
`,
    replace: `  v_queda integer;
begin
`,
    tests: ['tests/db/panel-roles.test.ts'],
  },
  {
    id: 'refund-lock-dropped',
    breaks: 'Two admins who refund at once give back twice.',
    file: 'supabase/schemas/37_refunds_and_disputes.sql',
    find: 'select * into v_pago from public.pagos where id = p_pago for no key update;',
    replace: 'select * into v_pago from public.pagos where id = p_pago;',
    tests: ['tests/db/reversal-facts.test.ts', 'tests/db/refunds.test.ts'],
  },
  {
    id: 'refund-goes-backwards',
    breaks: 'An older answer takes a refund that was made back to “on its way”.',
    file: 'supabase/schemas/39_reversal_news.sql',
    find: 'and privado.rango_reembolso(v_estado) <= privado.rango_reembolso(v_fila.estado) then return;',
    replace: 'and v_estado = v_fila.estado then return;',
    tests: ['tests/db/reversal-facts.test.ts'],
  },
  {
    id: 'prevented-is-won',
    breaks: 'A dispute that was prevented by giving the buyer the money counts as won.',
    file: 'lib/payments/stripe/reversal-facts.ts',
    find: "moved.reduce((sum, { amount }) => sum + amount, 0) < 0 ? 'perdida' : 'ganada'",
    replace: "moved.length < 0 ? 'perdida' : 'ganada'",
    tests: ['tests/unit/payments/dispute-phase.test.ts'],
  },
  {
    id: 'dispute-goes-backwards',
    breaks: 'An older answer about a dispute undoes a newer one.',
    file: 'supabase/schemas/39_reversal_news.sql',
    find: `    or (v_fila.version, privado.rango_disputa(v_fila.fase))
`,
    replace: `    or (-1::bigint, privado.rango_disputa(v_fila.fase))
`,
    tests: ['tests/db/reversal-facts.test.ts'],
  },
  {
    id: 'reversal-of-another-charge',
    breaks: 'The refund of one charge is booked on another payment.',
    file: 'supabase/schemas/39_reversal_news.sql',
    find: 'if v_pago.id is null or v_pago.referencia <> p_referencia then',
    replace: 'if v_pago.id is null then',
    tests: ['tests/db/reversal-facts.test.ts'],
  },
  {
    id: 'licence-that-stays-away',
    breaks: 'A licence that another one stood in for stays away when that one is taken.',
    file: 'supabase/schemas/38_reversal.sql',
    find: `    perform privado.devolver_licencias(v_pago.id);
`,
    replace: '',
    tests: ['tests/db/reversal-facts.test.ts'],
    missed: 'A run of chaos found it: bought again during a dispute that was won, and then given back.',
  },
  {
    id: 'person-unlocked-at-a-loss',
    breaks: 'A dispute won while the licence that stood in is taken: nobody gives the product back.',
    file: 'supabase/schemas/38_reversal.sql',
    find: `    perform 1 from public.usuarios_meta where id = v_pago.destinatario_id for no key update;
    update public.adquisiciones set revocada_at = coalesce`,
    replace: '    update public.adquisiciones set revocada_at = coalesce',
    tests: ['tests/db/reversal-facts.test.ts'],
  },
  {
    id: 'licence-stays-after-refund',
    breaks: 'What was paid back stays in the library.',
    file: 'supabase/schemas/38_reversal.sql',
    find: `    where pago_id = v_pago.id
      and (revocada_at is null or`,
    replace: `    where pago_id = v_pago.id and origen = 'codigo'
      and (revocada_at is null or`,
    tests: ['tests/db/refunds.test.ts'],
  },
  {
    id: 'share-stays-after-refund',
    breaks: 'Creators keep their share of what was paid back.',
    file: 'supabase/schemas/38_reversal.sql',
    find: `  perform privado.ajustar_ingresos(p_pago, p_queda);
`,
    replace: '',
    tests: ['tests/db/refunds.test.ts'],
  },
  {
    id: 'share-of-part-cut',
    breaks: 'The share that stands after a partial refund is cut instead of rounded.',
    file: 'supabase/schemas/38_reversal.sql',
    find: 'round(venta::numeric * p_queda / nullif(p_pago.total_centimos, 0))::integer as meta',
    replace: 'floor(venta::numeric * p_queda / nullif(p_pago.total_centimos, 0))::integer as meta',
    tests: ['tests/db/reversal-facts.test.ts'],
  },
  {
    id: 'coins-given-back-twice',
    breaks: 'Coins of a second partial refund include those of the first.',
    file: 'supabase/schemas/38_reversal.sql',
    find: "select p_pago.user_id, p_devuelto - devuelto, 'reembolso'",
    replace: "select p_pago.user_id, p_devuelto, 'reembolso'",
    tests: ['tests/db/reversal-facts.test.ts', 'tests/db/coin-payments.test.ts'],
  },
  {
    id: 'topped-up-coins-stay',
    breaks: 'Coins stay when their money is paid back.',
    file: 'supabase/schemas/38_reversal.sql',
    find: `  perform privado.ajustar_recarga(p_pago, p_queda);
`,
    replace: '',
    tests: ['tests/db/refunds.test.ts', 'tests/db/reversals.test.ts'],
  },
  {
    id: 'gift-of-refunded-payment-opened',
    breaks: 'A gift whose money went back is opened.',
    file: 'supabase/schemas/44_gifts.sql',
    find: `  if not exists (select from public.adquisiciones where pago_id = p_pago and revocada_at is null) then
    return privado.rechazo('regalo_retirado');
  end if;
`,
    replace: '',
    tests: ['tests/db/gifts.test.ts'],
  },
  {
    id: 'refunded-gift-still-given',
    breaks: 'A gift is given on its day although its money goes back.',
    file: 'supabase/schemas/44_gifts.sql',
    find: `  if v_regalo.entregado_at is not null or v_pago.estado <> 'entregado' or v_pago.motivo_no_entregado is not null
`,
    replace: `  if v_regalo.entregado_at is not null
`,
    tests: ['tests/db/gifts.test.ts'],
  },
  {
    id: 'gift-given-twice',
    breaks: 'Two jobs at once give one gift twice.',
    file: 'supabase/schemas/44_gifts.sql',
    find: `  select * into v_pago from public.pagos where id = p_pago for no key update;
  select * into v_regalo from public.regalos where pago_id = p_pago for update;`,
    replace: `  select * into v_pago from public.pagos where id = p_pago;
  select * into v_regalo from public.regalos where pago_id = p_pago;`,
    tests: ['tests/db/gifts.test.ts'],
  },
  {
    id: 'gift-before-its-day',
    breaks: 'A gift with a day is given at once.',
    file: 'supabase/schemas/44_gifts.sql',
    find: 'where pago_id = p_pago and entregado_at is null and privado.momento_regalo(fecha_entrega) > now());',
    replace: 'where pago_id = p_pago and entregado_at is not null and privado.momento_regalo(fecha_entrega) > now());',
    tests: ['tests/db/gifts.test.ts'],
  },
  {
    id: 'tax-on-top',
    breaks: 'Invoices take the tax of the whole price instead of the part that it includes.',
    file: 'supabase/schemas/48_invoices.sql',
    find: 'v_base := round(p_pago.total_centimos * 100.0 / (100 + v_tienda.iva_porcentaje))::integer;',
    replace: 'v_base := round(p_pago.total_centimos * (100 - v_tienda.iva_porcentaje) / 100.0)::integer;',
    tests: ['tests/db/invoices.test.ts'],
  },
  {
    id: 'invoice-number-by-looking',
    breaks: 'The next number of an invoice is looked up without a lock.',
    file: 'supabase/schemas/48_invoices.sql',
    find: 'update public.contadores_facturas set ultimo = ultimo + 1 where serie = p_serie returning ultimo into v_numero;',
    replace: 'select coalesce(max(numero), 0) + 1 into v_numero from public.facturas where serie = p_serie;',
    tests: ['tests/db/invoices.test.ts'],
  },
  {
    id: 'invoice-number-gap',
    breaks: 'A delivery that was given up leaves a gap in the numbers.',
    file: 'supabase/schemas/48_invoices.sql',
    find: 'update public.contadores_facturas set ultimo = ultimo + 1 where serie = p_serie returning ultimo into v_numero;',
    replace: `execute format('create sequence if not exists public.%I', 'n' || p_serie);
  execute format('select nextval(%L)', 'public."n' || p_serie || '"') into v_numero;`,
    tests: ['tests/db/invoices.test.ts'],
  },
  {
    id: 'invoice-of-others',
    breaks: 'Everybody signed in reads the invoice of everybody.',
    file: 'supabase/schemas/48_invoices.sql',
    find: '(v_pago.user_id <> auth.uid() and not privado.es_admin())',
    replace: 'auth.uid() is null',
    tests: ['tests/db/invoices.test.ts'],
  },
  {
    id: 'club-invoice-of-others',
    breaks: 'Everybody signed in reads the Club’s invoices of everybody.',
    file: 'supabase/schemas/48_invoices.sql',
    find: ' and (c.user_id = auth.uid() or privado.es_admin());',
    replace: ';',
    tests: ['tests/db/club-charges.test.ts'],
  },
  {
    id: 'invoice-for-coins',
    breaks: 'A purchase in coins is invoiced a second time.',
    file: 'supabase/schemas/48_invoices.sql',
    find: `new.total_centimos > 0
    and new.proveedor in ('stripe', 'paypal'))`,
    replace: 'new.total_centimos > 0)',
    tests: ['tests/db/invoices.test.ts'],
    missed: 'An invoice was asked for where there is none, not for coins, and nobody looked whether one is written.',
  },
  {
    id: 'credit-note-loses-a-cent',
    breaks: 'Credit notes of parts do not add up to their invoice.',
    file: 'supabase/schemas/48_invoices.sql',
    find: `  v_base := round((p_original.datos ->> 'base_centimos')::numeric * (v_antes + p_centimos) / v_total)
    - round((p_original.datos ->> 'base_centimos')::numeric * v_antes / v_total);`,
    replace: "  v_base := round((p_original.datos ->> 'base_centimos')::numeric * p_centimos / v_total);",
    tests: ['tests/db/reversal-facts.test.ts'],
  },
  {
    id: 'invoices-can-change',
    breaks: 'Invoices can be changed and deleted.',
    file: 'supabase/schemas/48_invoices.sql',
    find: `create trigger solo_anadir before update or delete or truncate on public.facturas
  for each statement execute function privado.prohibir_cambio();
`,
    replace: '',
    tests: ['tests/db/invoices.test.ts'],
  },
  {
    id: 'audit-can-change',
    breaks: 'The log of what the staff did can be changed.',
    file: 'supabase/schemas/18_audit.sql',
    find: `create trigger solo_anadir before update or delete or truncate on public.auditoria
  for each statement execute function privado.prohibir_cambio();
`,
    replace: '',
    tests: ['tests/db/admin.test.ts'],
  },
  {
    id: 'withdrawal-lock-dropped',
    breaks: 'A hundred withdrawals at once take the balance a hundred times.',
    file: 'supabase/schemas/46_withdrawals.sql',
    find: `  perform 1 from public.usuarios_meta where id = v_usuario for no key update;
`,
    replace: '',
    tests: ['tests/db/withdrawals.test.ts'],
  },
  {
    id: 'withdrawal-not-compared-with-balance',
    breaks: 'Creators ask for more than they have earned.',
    file: 'supabase/schemas/46_withdrawals.sql',
    find: "if p_centimos > (v_saldo ->> 'disponible_centimos')::integer then",
    replace: "if p_centimos > (v_saldo ->> 'disponible_centimos')::integer + 100000000 then",
    tests: ['tests/db/withdrawals.test.ts'],
  },
  {
    id: 'young-sales-paid-out',
    breaks: 'Sales are paid out before the days that they are held for.',
    file: 'supabase/schemas/46_withdrawals.sql',
    find: `greatest(total.centimos - greatest(jovenes.centimos, 0), 0),
    'deuda`,
    replace: `greatest(total.centimos, 0),
    'deuda`,
    tests: ['tests/db/withdrawals.test.ts'],
  },
  {
    id: 'approved-without-cover',
    breaks: 'A withdrawal is approved although its sales went back meanwhile.',
    file: 'supabase/schemas/46_withdrawals.sql',
    find: `if (v_cobertura ->> 'quedaria_centimos')::integer < 0 then
      return`,
    replace: `if v_cobertura is null then
      return`,
    tests: ['tests/db/withdrawals.test.ts'],
  },
  {
    id: 'unknown-payout-counts-as-failed',
    breaks: 'A payout without an answer is given back, and perhaps paid as well.',
    file: 'supabase/schemas/47_payouts.sql',
    find: ' and v_retiro.intentos = 1 and p_intento = 1 then',
    replace: ' then',
    tests: ['tests/db/payouts.test.ts'],
  },
  {
    id: 'second-batch-unnoticed',
    breaks: 'Money that was sent twice is no case for an admin.',
    file: 'supabase/schemas/47_payouts.sql',
    find: 'if v_retiro.lote <> p_lote then',
    replace: 'if v_retiro.lote is null and p_lote is null then',
    tests: ['tests/db/withdrawals.test.ts'],
  },
  {
    id: 'older-payout-answer-wins',
    breaks: 'An older answer of PayPal undoes a newer one.',
    file: 'supabase/schemas/47_payouts.sql',
    find: `  if v_retiro.preguntado_at > p_momento then return jsonb_build_object('ok', true, 'estado', v_retiro.estado); end if;
`,
    replace: '',
    tests: ['tests/db/withdrawals.test.ts'],
  },
  {
    id: 'payout-sent-again-too-late',
    breaks: 'PayPal is asked to pay again after it has forgotten the first time.',
    file: 'supabase/schemas/47_payouts.sql',
    find: "interval '2 hours', interval '25 days'",
    replace: "interval '2 hours', interval '40 days'",
    tests: ['tests/db/withdrawals.test.ts'],
  },
  {
    id: 'payout-refusal-misread',
    breaks: '“The batch exists already” is taken for a refusal: the money is given back and paid.',
    file: 'lib/payments/paypal/payouts.ts',
    find: ' && !/sender_batch_id already exists|duplicate batch/i.test(error.issue)',
    replace: '',
    tests: ['tests/db/payouts.test.ts'],
    missed:
      'PayPal’s answer was tried with the name of the batch in it, which is used before anything is refused; without it, too, now.',
  },
  {
    id: 'job-one-by-one',
    breaks: 'The job asks about one payment after the other: a slow answer holds all others up.',
    file: 'lib/core/http/several.ts',
    find: 'concurrency: callsAtOnce',
    replace: 'concurrency: 1',
    tests: ['tests/unit/payments/catch-up.test.ts', 'tests/db/reversal-jobs.test.ts'],
  },
  {
    id: 'done-events-again',
    breaks: 'Every run of the job notes the missed events of three days again, done or not.',
    file: 'supabase/schemas/60_provider_events.sql',
    find: 'and e.evento_id = x.id and e.procesado_at is not null',
    replace: 'and e.evento_id = x.id and e.procesado_at is not null and false',
    tests: ['tests/db/outbox.test.ts'],
  },
  {
    id: 'half-done-events-forgotten',
    breaks: 'A missed event that failed half-way is never tried again.',
    file: 'supabase/schemas/60_provider_events.sql',
    find: 'and e.evento_id = x.id and e.procesado_at is not null',
    replace: 'and e.evento_id = x.id',
    tests: ['tests/db/outbox.test.ts'],
  },
  {
    id: 'order-of-all-days',
    breaks: 'A creator’s products stand in the order of what was earned on all days, not on the last ones.',
    file: 'supabase/schemas/57_creator_figures.sql',
    find: "(p_orden = 'recentOrders' and c.dia >= v_desde and c.pedidos <> 0)",
    replace: "(p_orden = 'recentOrders' and c.pedidos <> 0)",
    tests: ['tests/db/creator-totals.test.ts'],
  },
  {
    id: 'hidden-orders-in-total',
    breaks: 'Orders of hidden products count among those of all products.',
    file: 'supabase/schemas/57_creator_figures.sql',
    find: "where p.usuario_id = v_yo and p.oculto and c.usuario_id = v_yo and c.dia = '-infinity'),",
    replace: "where false and p.oculto and c.usuario_id = v_yo and c.dia = '-infinity'),",
    tests: ['tests/db/creator-totals.test.ts'],
  },
  {
    id: 'folded-days-twice',
    breaks: 'What is folded counts twice in the days of a creator.',
    file: 'supabase/schemas/57_creator_figures.sql',
    find: 'c.dia >= p_desde and not c.plegada',
    replace: 'c.dia >= p_desde',
    tests: ['tests/db/creator-totals.test.ts'],
  },
  {
    id: 'hidden-products-in-days',
    breaks: 'Views and orders of hidden products count in the days of a creator.',
    file: 'supabase/schemas/57_creator_figures.sql',
    find: 'where p.usuario_id = p_usuario and p.oculto and c.usuario_id',
    replace: 'where false and p.oculto and c.usuario_id',
    tests: ['tests/db/creator-totals.test.ts'],
  },
  {
    id: 'days-not-added-up',
    breaks: 'What is folded is missing in the days of a creator.',
    file: 'supabase/schemas/57_creator_figures.sql',
    find: `from quitadas where not plegada and dia > '-infinity' group by usuario_id, dia, fuente`,
    replace: `from quitadas where plegada and dia > '-infinity' group by usuario_id, dia, fuente`,
    tests: ['tests/db/creator-totals.test.ts'],
  },
  {
    id: 'nearly-all-lost-leaves-the-goods',
    breaks: 'A dispute that is lost of a few cents less than the charge gives the goods back.',
    file: 'lib/payments/stripe/reversal-facts.ts',
    find: 'leftCents > 0 && disputedCents * 10 >= leftCents * 9 ?',
    replace: 'leftCents > 0 && disputedCents >= leftCents ?',
    tests: ['tests/unit/payments/stripe-events.test.ts', 'tests/unit/club/charge.test.ts'],
  },
  {
    id: 'attempt-without-memory',
    breaks: 'A refund or a withdrawal that is sent again after a lost answer is a second one.',
    file: 'components/ui/use-attempt.ts',
    find: 'known.current ??= crypto.randomUUID();',
    replace: 'known.current = crypto.randomUUID();',
    tests: ['tests/unit/admin/refund-form.test.tsx', 'tests/unit/creators/withdraw-dialog.test.tsx'],
  },
];
