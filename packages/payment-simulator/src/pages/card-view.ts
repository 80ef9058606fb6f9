import type { CardProblem } from '../stripe/cards.ts';
import type { StoredSession } from '../stripe/session-body.ts';
import { html, type Markup } from './html.ts';
import { layout } from './layout.ts';
import { formatMoney, type Language, texts } from './texts.ts';

export type CardFields = { email: string; cardNumber: string; expiry: string; cvc: string; name: string };
export type FieldProblem = CardProblem | 'invalid_email';

const PROBLEM_OF: Record<keyof CardFields, FieldProblem> = {
  email: 'invalid_email',
  cardNumber: 'incorrect_number',
  expiry: 'invalid_expiry',
  cvc: 'invalid_cvc',
  name: 'missing_name',
};

export const PREFILLED: Omit<CardFields, 'email'> = {
  cardNumber: '4242 4242 4242 4242',
  expiry: '12/34',
  cvc: '123',
  name: 'Lucía Compradora',
};

type View = {
  session: StoredSession;
  merchant: string;
  language: Language;
  fields: CardFields;
  problems: FieldProblem[];
  decline: string | null;
};

function field(view: View, name: keyof CardFields, label: string, attributes: Markup): Markup {
  const t = texts[view.language];
  const problem = view.problems.includes(PROBLEM_OF[name]) ? t.problems[PROBLEM_OF[name]] : undefined;
  return html`<div><label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${view.fields[name]}" required ${attributes} ${problem && html`aria-invalid="true" aria-describedby="${name}-error"`}>
${problem && html`<p class="error" id="${name}-error">${problem}</p>`}</div>`;
}

function summary(view: View): Markup {
  const t = texts[view.language];
  const { body, hidden } = view.session;
  const money = (cents: number) => formatMoney(cents, body.currency ?? 'eur', view.language);
  const recurring = hidden.lines.find((line) => line.price.recurring)?.price.recurring;
  const lines = hidden.lines.map(
    (line) =>
      html`<li><span>${line.description}${line.quantity > 1 && html`<small>${t.quantity(line.quantity)}</small>`}</span><b>${money(line.amount_total)}</b></li>`,
  );
  return html`<section class="side" aria-label="${t.order}"><div class="inner">
<h1>${body.mode === 'subscription' ? t.subscribeTo(view.merchant) : t.payTo(view.merchant)}</h1>
<p class="amount">${money(body.amount_total ?? 0)}${recurring && html`<small>${t.every(recurring.interval, recurring.interval_count)}</small>`}</p>
<ul class="lines">${lines}</ul>
<div class="sum"><span>${t.total}</span><b>${money(body.amount_total ?? 0)}</b></div>
</div></section>`;
}

/** The hosted card page of a checkout session. */
export function cardPage(view: View): string {
  const t = texts[view.language];
  const { body } = view.session;
  const amount = formatMoney(body.amount_total ?? 0, body.currency ?? 'eur', view.language);
  const title = body.mode === 'subscription' ? t.subscribeTo(view.merchant) : t.payTo(view.merchant);
  const emailAttributes = html`type="email" autocomplete="email" maxlength="200" ${body.customer_email !== null && html`readonly`}`;
  return layout(
    { language: view.language, title },
    html`<main class="shell">
${summary(view)}
<div class="work"><div class="inner">
${view.decline && html`<p class="alert" role="alert">${view.decline}</p>`}
${view.problems.length > 0 && html`<p class="alert" role="alert">${view.problems.map((problem) => `${t.problems[problem]} `)}</p>`}
<form method="post" action="/pay/${body.id}">
<fieldset><legend>${t.contact}</legend>${field(view, 'email', t.email, emailAttributes)}</fieldset>
<fieldset><legend>${t.card}</legend>
${field(view, 'cardNumber', t.cardNumber, html`inputmode="numeric" autocomplete="cc-number" maxlength="24"`)}
<div class="pair">${field(view, 'expiry', t.expiry, html`inputmode="numeric" autocomplete="cc-exp" maxlength="7"`)}${field(view, 'cvc', t.cvc, html`inputmode="numeric" autocomplete="cc-csc" maxlength="4"`)}</div>
${field(view, 'name', t.name, html`autocomplete="cc-name" maxlength="100"`)}
</fieldset>
<div class="actions">
<button class="buy" name="action" value="pay">${body.mode === 'subscription' ? t.subscribe(amount) : t.pay(amount)}</button>
<button class="quiet" name="action" value="decline" formnovalidate>${t.decline}</button>
${body.payment_method_types.includes('sepa_debit') && html`<button class="quiet" name="action" value="later" formnovalidate>${t.payLater}</button>`}
${body.cancel_url && html`<button class="plain" name="action" value="cancel" formnovalidate>${t.cancel}</button>`}
</div>
<details><summary>${t.testCards}</summary><ul>
<li><code>4242 4242 4242 4242</code> ${t.cardPaid}</li>
<li><code>4000 0000 0000 0002</code> ${t.cardDeclined}</li>
<li><code>4000 0000 0000 9995</code> ${t.cardFunds}</li>
<li><code>4000 0000 0000 0259</code> ${t.cardDisputed}</li>
<li><code>4000 0027 6000 3184</code> ${t.cardChallenged}</li>
<li><code>4000 0084 0000 1629</code> ${t.cardChallengedDeclined}</li>
</ul></details>
</form>
</div></div>
</main>`,
  );
}

/** The bank's page between the card page and the charge (3-D Secure). */
export function challengePage(session: StoredSession, merchant: string, language: Language): string {
  const t = texts[language];
  const { amount_total, currency, cancel_url } = session.body;
  const amount = formatMoney(amount_total ?? 0, currency ?? 'eur', language);
  return layout(
    { language, title: t.challengeTitle },
    html`<main class="shell single alone"><div class="inner">
<h1>${t.challengeTitle}</h1>
<p>${t.challengeText(amount, merchant)}</p>
<form method="post"><div class="actions">
<button class="buy" name="action" value="pass">${t.challengePass}</button>
<button class="quiet" name="action" value="fail">${t.challengeFail}</button>
${cancel_url && html`<a class="button plain" href="${cancel_url}">${t.back}</a>`}
</div></form>
</div></main>`,
  );
}
