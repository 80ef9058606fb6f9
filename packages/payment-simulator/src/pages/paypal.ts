import { parseForm } from '../http/form.ts';
import { page, type Reply, redirect } from '../http/reply.ts';
import type { Request, Route } from '../http/router.ts';
import { toCents } from '../money.ts';
import { approveOrder, type Funding, findOrder, type StoredOrder } from '../paypal/orders.ts';
import { html, type Markup } from './html.ts';
import { layout, messagePage } from './layout.ts';
import { chooseLanguage, formatMoney, type Language, texts } from './texts.ts';

const FUNDINGS: Funding[] = ['balance', 'declined', 'pending'];
const PAYER_EMAIL = 'compradora@paypal.example';

function addTo(url: string, values: Record<string, string>): string {
  const target = new URL(url);
  for (const [name, value] of Object.entries(values)) target.searchParams.set(name, value);
  return target.toString();
}

function returnTo(order: StoredOrder): string | null {
  const { return_url } = order.hidden.experience;
  return return_url ? addTo(return_url, { token: order.id, PayerID: order.body.payer?.payer_id ?? '' }) : null;
}

function cancelTo(order: StoredOrder): string | null {
  const { cancel_url } = order.hidden.experience;
  return cancel_url ? addTo(cancel_url, { token: order.id }) : null;
}

function languageOf(request: Request, order: StoredOrder | undefined): Language {
  return chooseLanguage(order?.hidden.experience.locale, request.headers['accept-language']);
}

function lineRows(order: StoredOrder, language: Language): Markup[] {
  return order.body.purchase_units.flatMap((unit) => {
    const money = (value: string) => formatMoney(toCents(value), unit.amount.currency_code, language);
    const row = (label: string, value: string, note?: string) =>
      html`<li><span>${label}${note && html`<small>${note}</small>`}</span><b>${money(value)}</b></li>`;
    if (!unit.items?.length) return [row(unit.description ?? unit.reference_id, unit.amount.value)];
    const { item_total: _items, ...extras } = unit.amount.breakdown ?? {};
    const extraRows = (Object.keys(extras) as (keyof typeof extras)[]).map((name) => {
      const value = extras[name]?.value ?? '0';
      return toCents(value) > 0 && row(texts[language].extras[name], name.endsWith('discount') ? `-${value}` : value);
    });
    return [
      ...unit.items.map((item) =>
        row(
          item.name,
          item.unit_amount.value,
          Number(item.quantity) > 1 ? texts[language].quantity(Number(item.quantity)) : undefined,
        ),
      ),
      ...extraRows.filter((extra) => extra !== false),
    ];
  });
}

function approvalPage(request: Request, order: StoredOrder): Reply {
  const language = languageOf(request, order);
  const t = texts[language];
  const merchant = order.hidden.experience.brand_name ?? request.context.options.merchantName;
  const currency = order.body.purchase_units[0]?.amount.currency_code ?? 'EUR';
  const total = formatMoney(
    order.body.purchase_units.reduce((sum, unit) => sum + toCents(unit.amount.value), 0),
    currency,
    language,
  );
  const labels: Record<Funding, string> = {
    balance: t.fundingBalance,
    declined: t.fundingDeclined,
    pending: t.fundingPending,
  };
  return page(
    200,
    layout(
      { language, title: t.paypalTitle(merchant), theme: 'paypal' },
      html`<main class="shell">
<section class="side" aria-label="${t.order}"><div class="inner">
<h1>PayPal · ${t.paypalTitle(merchant)}</h1>
<p class="amount">${total}</p>
<ul class="lines">${lineRows(order, language)}</ul>
<div class="sum"><span>${t.total}</span><b>${total}</b></div>
</div></section>
<div class="work"><div class="inner"><form method="post">
<fieldset><legend>${t.paypalAccount}</legend><div><label for="email">${t.paypalEmail}</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="200" required value="${order.body.payer?.email_address ?? PAYER_EMAIL}"></div></fieldset>
<fieldset><legend>${t.funding}</legend>
${FUNDINGS.map((funding) => html`<label class="choice"><input type="radio" name="funding" value="${funding}" ${funding === 'balance' && html`checked`}>${labels[funding]}</label>`)}
</fieldset>
<div class="actions"><button class="buy" name="action" value="approve">${t.approve(total)}</button>
${cancelTo(order) && html`<button class="plain" name="action" value="cancel" formnovalidate>${t.cancel}</button>`}</div>
</form></div></div>
</main>`,
    ),
  );
}

function closedPage(request: Request, order: StoredOrder | undefined): Reply {
  const language = languageOf(request, order);
  const t = texts[language];
  if (!order) return page(404, messagePage({ language, title: t.notFound, back: null }));
  return page(200, messagePage({ language, title: t.alreadyPaid, back: returnTo(order) }));
}

function find(request: Request): StoredOrder | undefined {
  return findOrder(request.context, request.query.get('token') ?? '');
}

function submit(request: Request): Reply {
  const order = find(request);
  if (!order || order.body.status === 'COMPLETED') return closedPage(request, order);
  const form = parseForm(request.text);
  const cancel = cancelTo(order);
  if (form.action === 'cancel' && cancel) return redirect(cancel);
  const funding = FUNDINGS.find((known) => known === form.funding) ?? 'balance';
  const email = typeof form.email === 'string' && form.email.includes('@') ? form.email.slice(0, 200) : PAYER_EMAIL;
  const approved = request.context.store.tx(() => approveOrder(request.context, order, funding, email));
  const back = returnTo(approved);
  return back ? redirect(back) : closedPage(request, approved);
}

export const paypalPageRoutes: Route[] = [
  {
    area: 'page',
    method: 'GET',
    pattern: '/checkoutnow',
    handler: (request) => {
      const order = find(request);
      return !order || order.body.status === 'COMPLETED' ? closedPage(request, order) : approvalPage(request, order);
    },
  },
  { area: 'page', method: 'POST', pattern: '/checkoutnow', handler: submit },
];
