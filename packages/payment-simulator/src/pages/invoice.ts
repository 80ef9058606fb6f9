import type Stripe from 'stripe';
import type { Context } from '../context.ts';
import { parseForm } from '../http/form.ts';
import { page, type Reply } from '../http/reply.ts';
import type { Request, Route } from '../http/router.ts';
import { needsChallenge, TEST_CARD } from '../stripe/cards.ts';
import { subscriptionOfInvoice } from '../stripe/invoice-calls.ts';
import { applyChangeOf, tryToPay } from '../stripe/plan-change.ts';
import { html } from './html.ts';
import { layout, messagePage } from './layout.ts';
import { chooseLanguage, formatMoney, texts } from './texts.ts';

const languageOf = (request: Request) => chooseLanguage(null, request.headers['accept-language']);

const findInvoice = ({ context, params }: Request) =>
  context.store.get<Stripe.Invoice>('invoice', params.id ?? '')?.body;

function closed(request: Request, invoice: Stripe.Invoice | undefined): Reply {
  const language = languageOf(request);
  const t = texts[language];
  if (!invoice) return page(404, messagePage({ language, title: t.notFound, back: null }));
  const title = invoice.status === 'paid' ? t.alreadyPaid : t.expired;
  return page(invoice.status === 'paid' ? 200 : 410, messagePage({ language, title, back: null }));
}

/** The page of an open invoice: the saved card, for which the bank may require 3-D Secure, or another one. */
function render(request: Request, invoice: Stripe.Invoice, status = 200, alert: string | null = null): Reply {
  const language = languageOf(request);
  const t = texts[language];
  const merchant = request.context.options.merchantName;
  const saved = subscriptionOfInvoice(request.context, invoice.id)?.hidden.card.number ?? TEST_CARD;
  const amount = formatMoney(invoice.amount_due, invoice.currency, language);
  const number = needsChallenge({ number: saved, expMonth: 12, expYear: 2034, cvc: '123', name: '' })
    ? saved
    : TEST_CARD;
  return page(
    status,
    layout(
      { language, title: t.payTo(merchant) },
      html`<main class="shell single alone"><div class="inner">
<h1>${t.payTo(merchant)}</h1>
<p class="amount">${amount}</p>
<ul>${invoice.lines.data.map((line) => html`<li>${line.description}: ${formatMoney(line.amount, line.currency, language)}</li>`)}</ul>
${alert && html`<p class="alert" role="alert">${alert}</p>`}
<form method="post"><label>${t.cardNumber} <input name="cardNumber" value="${number}" inputmode="numeric" maxlength="24"></label>
<p>${t.challengeText(amount, merchant)}</p>
<div class="actions"><button class="buy" name="action" value="pass">${t.challengePass}</button>
<button class="quiet" name="action" value="fail">${t.challengeFail}</button></div></form>
</div></main>`,
    ),
  );
}

/** Pays an open invoice with a card, after its 3-D Secure. Returns false if it was declined. */
export function payInvoice(context: Context, id: string, number: string): boolean {
  return context.store.tx(() => {
    const subscription = subscriptionOfInvoice(context, id);
    const invoice = context.store.get<Stripe.Invoice>('invoice', id)?.body;
    if (!subscription || invoice?.status !== 'open') return false;
    const card = { ...subscription.hidden.card, number };
    if (tryToPay(context, subscription, invoice, card, false) !== 'paid') return false;
    applyChangeOf(context, subscription, id);
    return true;
  });
}

function submit(request: Request): Reply {
  const invoice = findInvoice(request);
  if (invoice?.status !== 'open') return closed(request, invoice);
  const form = parseForm(request.text);
  const { declines } = texts[languageOf(request)];
  if (form.action !== 'pass') return render(request, invoice, 402, declines.authentication_failure ?? null);
  const number = String(form.cardNumber ?? '').replace(/[\s-]/g, '');
  if (!payInvoice(request.context, invoice.id, number)) {
    return render(request, invoice, 402, declines.generic_decline ?? null);
  }
  return closed(request, findInvoice(request));
}

/** Hosted pages of invoices. Like Stripe's, they do not return to the shop. */
export const invoicePageRoutes: Route[] = [
  {
    area: 'page',
    method: 'GET',
    pattern: '/invoice/:id',
    handler: (request) => {
      const invoice = findInvoice(request);
      return invoice?.status === 'open' ? render(request, invoice) : closed(request, invoice);
    },
  },
  { area: 'page', method: 'POST', pattern: '/invoice/:id', handler: submit },
];
