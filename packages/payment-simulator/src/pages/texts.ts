export type Language = 'es' | 'en';

/** The page's language: the shop's `locale`, else the browser's language, else Spanish. */
export function chooseLanguage(locale: string | null | undefined, acceptLanguage: string | undefined): Language {
  if (locale && locale !== 'auto') return locale.toLowerCase().startsWith('es') ? 'es' : 'en';
  const first = acceptLanguage?.split(',')[0]?.trim().toLowerCase() ?? 'es';
  return first.startsWith('en') ? 'en' : 'es';
}

const es = {
  mark: 'Simulador de pagos – entorno local',
  markNote: 'Aquí no se mueve dinero real.',
  payTo: (merchant: string) => `Pagar a ${merchant}`,
  subscribeTo: (merchant: string) => `Suscribirse a ${merchant}`,
  order: 'Tu pedido',
  total: 'Total',
  quantity: (count: number) => `Cantidad: ${count}`,
  every: (interval: string, count: number) => {
    const [one, many] = {
      day: ['día', 'días'],
      week: ['semana', 'semanas'],
      month: ['mes', 'meses'],
      year: ['año', 'años'],
    }[interval] ?? [interval, interval];
    return count === 1 ? `al ${one}` : `cada ${count} ${many}`;
  },
  contact: 'Datos de contacto',
  email: 'Correo electrónico',
  card: 'Tarjeta',
  cardNumber: 'Número de tarjeta',
  expiry: 'Caducidad (MM/AA)',
  cvc: 'Código de seguridad (CVC)',
  name: 'Nombre del titular',
  pay: (amount: string) => `Pagar ${amount}`,
  subscribe: (amount: string) => `Suscribirse por ${amount}`,
  decline: 'Probar un pago rechazado',
  payLater: 'Probar un adeudo bancario',
  challengeTitle: 'Tu banco quiere saber que eres tú',
  challengeText: (amount: string, merchant: string) => `Confirma el pago de ${amount} a ${merchant}.`,
  challengePass: 'Confirmar el pago',
  challengeFail: 'No soy yo',
  cancel: 'Cancelar y volver a la tienda',
  testCards: 'Tarjetas de prueba',
  cardPaid: 'se paga',
  cardDeclined: 'la rechaza el banco',
  cardFunds: 'sin saldo suficiente',
  cardDisputed: 'se paga y después se disputa',
  cardChallenged: 'pide confirmación del banco',
  cardChallengedDeclined: 'pide confirmación y después se rechaza',
  problems: {
    incorrect_number: 'El número de tarjeta no es válido.',
    invalid_expiry: 'La fecha de caducidad no es válida o ya ha pasado.',
    invalid_cvc: 'El código de seguridad no está completo.',
    missing_name: 'Escribe el nombre del titular.',
    invalid_email: 'El correo electrónico no es válido.',
  },
  declines: {
    generic_decline: 'Tu tarjeta ha sido rechazada. Prueba con otra tarjeta.',
    insufficient_funds: 'Tu tarjeta no tiene saldo suficiente. Prueba con otra tarjeta.',
    expired_card: 'Tu tarjeta ha caducado. Prueba con otra tarjeta.',
    incorrect_cvc: 'El código de seguridad de tu tarjeta es incorrecto.',
    authentication_failure: 'Tu banco no ha confirmado el pago. Prueba otra vez o con otra tarjeta.',
  } as Record<string, string>,
  alreadyPaid: 'Este pago ya se ha completado',
  expired: 'Esta página de pago ha caducado',
  notFound: 'No encontramos este pago',
  closedHelp: 'Puedes cerrar esta página o volver a la tienda.',
  back: 'Volver a la tienda',
  paypalTitle: (merchant: string) => `Aprobar el pago a ${merchant}`,
  paypalAccount: 'Cuenta de PayPal',
  paypalEmail: 'Correo de la cuenta',
  funding: 'Forma de pago',
  fundingBalance: 'Saldo de PayPal',
  fundingDeclined: 'Tarjeta que será rechazada al cobrar',
  fundingPending: 'Pago que queda en revisión',
  extras: {
    shipping: 'Envío',
    handling: 'Gastos de gestión',
    tax_total: 'Impuestos',
    insurance: 'Seguro',
    shipping_discount: 'Descuento en el envío',
    discount: 'Descuento',
  },
  approve: (amount: string) => `Aprobar y pagar ${amount}`,
  portalTitle: 'Gestionar tu suscripción',
  portalIntro: (merchant: string) => `Suscripciones en ${merchant}`,
  noSubscriptions: 'No hay ninguna suscripción.',
  statuses: { active: 'Activa', past_due: 'Pago pendiente', canceled: 'Terminada' } as Record<string, string>,
  renewsOn: (date: string) => `Se renueva el ${date}`,
  endsOn: (date: string) => `Termina el ${date}`,
  endedOn: (date: string) => `Terminó el ${date}`,
  cancelPlan: 'Cancelar la suscripción',
  resumePlan: 'Reanudar la suscripción',
};

const en: typeof es = {
  mark: 'Payment simulator – local environment',
  markNote: 'No real money moves here.',
  payTo: (merchant) => `Pay ${merchant}`,
  subscribeTo: (merchant) => `Subscribe to ${merchant}`,
  order: 'Your order',
  total: 'Total',
  quantity: (count) => `Quantity: ${count}`,
  every: (interval, count) => (count === 1 ? `per ${interval}` : `every ${count} ${interval}s`),
  contact: 'Contact details',
  email: 'Email',
  card: 'Card',
  cardNumber: 'Card number',
  expiry: 'Expiry date (MM/YY)',
  cvc: 'Security code (CVC)',
  name: 'Cardholder name',
  pay: (amount) => `Pay ${amount}`,
  subscribe: (amount) => `Subscribe for ${amount}`,
  decline: 'Try a declined payment',
  payLater: 'Try a bank debit',
  challengeTitle: 'Your bank wants to know it is you',
  challengeText: (amount, merchant) => `Confirm the payment of ${amount} to ${merchant}.`,
  challengePass: 'Confirm the payment',
  challengeFail: 'This is not me',
  cancel: 'Cancel and return to the shop',
  testCards: 'Test cards',
  cardPaid: 'is paid',
  cardDeclined: 'is declined by the bank',
  cardFunds: 'has insufficient funds',
  cardDisputed: 'is paid and disputed afterwards',
  cardChallenged: 'asks for confirmation by the bank',
  cardChallengedDeclined: 'asks for confirmation and is declined then',
  problems: {
    incorrect_number: 'The card number is not valid.',
    invalid_expiry: 'The expiry date is not valid or has passed.',
    invalid_cvc: 'The security code is incomplete.',
    missing_name: 'Enter the cardholder name.',
    invalid_email: 'The email address is not valid.',
  },
  declines: {
    generic_decline: 'Your card was declined. Try another card.',
    insufficient_funds: 'Your card has insufficient funds. Try another card.',
    expired_card: 'Your card has expired. Try another card.',
    incorrect_cvc: 'The security code of your card is incorrect.',
    authentication_failure: 'Your bank has not confirmed the payment. Try again or use another card.',
  },
  alreadyPaid: 'This payment is already complete',
  expired: 'This payment page has expired',
  notFound: 'We cannot find this payment',
  closedHelp: 'You can close this page or return to the shop.',
  back: 'Return to the shop',
  paypalTitle: (merchant) => `Approve the payment to ${merchant}`,
  paypalAccount: 'PayPal account',
  paypalEmail: 'Account email',
  funding: 'Way to pay',
  fundingBalance: 'PayPal balance',
  fundingDeclined: 'Card that will be declined when charged',
  fundingPending: 'Payment that stays under review',
  extras: {
    shipping: 'Shipping',
    handling: 'Handling fee',
    tax_total: 'Tax',
    insurance: 'Insurance',
    shipping_discount: 'Shipping discount',
    discount: 'Discount',
  },
  approve: (amount) => `Approve and pay ${amount}`,
  portalTitle: 'Manage your subscription',
  portalIntro: (merchant) => `Subscriptions at ${merchant}`,
  noSubscriptions: 'There is no subscription.',
  statuses: { active: 'Active', past_due: 'Payment overdue', canceled: 'Ended' },
  renewsOn: (date) => `Renews on ${date}`,
  endsOn: (date) => `Ends on ${date}`,
  endedOn: (date) => `Ended on ${date}`,
  cancelPlan: 'Cancel the subscription',
  resumePlan: 'Resume the subscription',
};

type Texts = typeof es;
export const texts: Record<Language, Texts> = { es, en };

const REGION: Record<Language, string> = { es: 'es-ES', en: 'en-GB' };

export function formatMoney(cents: number, currency: string, language: Language): string {
  return new Intl.NumberFormat(REGION[language], { style: 'currency', currency }).format(cents / 100);
}

export function formatDate(seconds: number, language: Language): string {
  return new Intl.DateTimeFormat(REGION[language], { dateStyle: 'long', timeZone: 'Europe/Madrid' }).format(
    seconds * 1000,
  );
}
