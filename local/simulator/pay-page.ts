import type { Session } from './sessions.ts';

const texts = {
  es: {
    title: 'Pago con tarjeta',
    simulator: 'Simulador de pagos: aquí no se cobra nada.',
    card: 'Número de tarjeta',
    expiry: 'Caducidad',
    code: 'CVC',
    pay: 'Pagar',
    cancel: 'Cancelar y volver a la tienda',
    declined: 'Tu tarjeta ha sido rechazada. Prueba con otra.',
    over: 'Este pago ya no está abierto.',
    hint: 'Con 4000 0000 0000 0002 se simula un rechazo.',
    back: 'Volver a la tienda',
  },
  en: {
    title: 'Pay by card',
    simulator: 'Payment simulator: nothing is charged here.',
    card: 'Card number',
    expiry: 'Expiry date',
    code: 'CVC',
    pay: 'Pay',
    cancel: 'Cancel and return to the shop',
    declined: 'Your card was declined. Try another one.',
    over: 'This payment is no longer open.',
    hint: '4000 0000 0000 0002 simulates a decline.',
    back: 'Return to the shop',
  },
} as const;

const escape = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#eef1f7, #0d1220); color: light-dark(#151b2b, #eef1f7); }
  main { box-sizing: border-box; width: min(26rem, 100vw); padding: 2rem 1.5rem; }
  .note { border-radius: .5rem; padding: .5rem .75rem; background: light-dark(#fff2cc, #3b2f0b); color: light-dark(#573f00, #ffe29a); font-size: .875rem; }
  h1 { font-size: 1.25rem; margin: 1.5rem 0 0; } .amount { font-size: 2rem; font-weight: 700; margin: .25rem 0 1.5rem; }
  label { display: block; font-size: .875rem; margin: .75rem 0 .25rem; } .row { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; }
  input { box-sizing: border-box; width: 100%; height: 2.75rem; padding: 0 .75rem; font: inherit; border-radius: .5rem; border: 1px solid light-dark(#8a93a8, #5b6785); background: light-dark(#fff, #161d30); color: inherit; }
  button { width: 100%; min-height: 3rem; margin-top: 1.25rem; border: 0; border-radius: .5rem; font: inherit; font-weight: 600; cursor: pointer; background: #4b3be0; color: #fff; }
  button.quiet { background: none; color: inherit; text-decoration: underline; font-weight: 400; margin-top: .5rem; }
  [role=alert] { color: light-dark(#a3122a, #ff9aa8); font-weight: 600; } .hint { font-size: .8125rem; opacity: .85; }
  :focus-visible { outline: 3px solid light-dark(#4b3be0, #a69cff); outline-offset: 2px; }`;

/** The provider's hosted page, in the language that the shop asked for. */
export function payPage(session: Session, declined = false): string {
  const language = session.locale === 'en' ? 'en' : 'es';
  const t = texts[language];
  const amount = new Intl.NumberFormat(language === 'es' ? 'es-ES' : 'en', {
    style: 'currency',
    currency: session.currency,
  }).format(session.amount_total / 100);
  const body =
    session.status === 'open'
      ? `${declined ? `<p role="alert">${t.declined}</p>` : ''}
      <form method="post">
        <label for="card">${t.card}</label>
        <input id="card" name="card" inputmode="numeric" autocomplete="off" required value="4242 4242 4242 4242">
        <div class="row">
          <div><label for="expiry">${t.expiry}</label><input id="expiry" name="expiry" value="12/34" required></div>
          <div><label for="code">${t.code}</label><input id="code" name="code" value="123" required></div>
        </div>
        <p class="hint">${t.hint}</p>
        <button name="action" value="pay">${t.pay} ${amount}</button>
      </form>
      <form method="post"><button class="quiet" name="action" value="cancel">${t.cancel}</button></form>`
      : `<p>${t.over}</p><p><a href="${escape(session.cancel_url)}">${t.back}</a></p>`;
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1"><title>${t.title}</title><style>${style}</style></head>
    <body><main><p class="note">${t.simulator}</p><h1>${escape(session.line_name)}</h1>
    <p class="amount">${amount}</p>${body}</main></body></html>`;
}
