import { hexId } from '../ids.ts';

export type Card = { number: string; expMonth: number; expYear: number; cvc: string; name: string };
export type CardProblem = 'incorrect_number' | 'invalid_expiry' | 'invalid_cvc' | 'missing_name';
export type Decline = { code: string; decline_code: string; message: string };

const GENERIC = 'Your card was declined.';

export const DECLINED_CARD = '4000000000000002';

/** Stripe's test cards that decline. */
const DECLINES: Record<string, Decline> = {
  [DECLINED_CARD]: { code: 'card_declined', decline_code: 'generic_decline', message: GENERIC },
  '4000000000009995': {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  '4000000000000069': { code: 'expired_card', decline_code: 'expired_card', message: 'Your card has expired.' },
  '4000000000000127': {
    code: 'incorrect_cvc',
    decline_code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
  },
};
/** Stripe's test cards with 3-D Secure, and the result of the charge after it. */
const CHALLENGED: Record<string, Decline | undefined> = {
  '4000002760003184': undefined,
  '4000002500003155': undefined,
  '4000000000003063': undefined,
  '4000000000003220': undefined,
  '4000008400001629': { code: 'card_declined', decline_code: 'generic_decline', message: GENERIC },
};

/** Stripe's error after a failed or cancelled 3-D Secure. */
export const NOT_AUTHENTICATED: Decline = {
  code: 'payment_intent_authentication_failure',
  decline_code: 'authentication_failure',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};

/** Stripe's test card whose payment is disputed at once. */
const DISPUTED = '4000000000000259';

export const TEST_CARD = '4242424242424242';

export function declineOf(card: Card): Decline | undefined {
  return DECLINES[card.number] ?? CHALLENGED[card.number];
}

export function needsChallenge(card: Card): boolean {
  return Object.hasOwn(CHALLENGED, card.number);
}

/** True if the bank requires 3-D Secure at each payment, even when a saved card is charged without its owner. */
export function asksEachTime(card: Card): boolean {
  return needsChallenge(card) && card.number !== '4000002500003155';
}

export function isDisputed(card: Card): boolean {
  return card.number === DISPUTED;
}

function passesLuhn(number: string): boolean {
  const digits = [...number].reverse().map(Number);
  const sum = digits.reduce(
    (total, digit, index) => total + (index % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2),
    0,
  );
  return sum % 10 === 0;
}

/** Problems of a card before authorisation; empty if valid. */
export function cardProblems(card: Card): CardProblem[] {
  const problems: CardProblem[] = [];
  if (!/^\d{13,19}$/.test(card.number) || !passesLuhn(card.number)) problems.push('incorrect_number');
  const lastsUntil = new Date(card.expYear, card.expMonth, 1);
  if (!(card.expMonth >= 1 && card.expMonth <= 12) || Number.isNaN(lastsUntil.getTime()) || lastsUntil <= new Date())
    problems.push('invalid_expiry');
  if (!/^\d{3,4}$/.test(card.cvc)) problems.push('invalid_cvc');
  if (card.name.trim() === '') problems.push('missing_name');
  return problems;
}

function brandOf(number: string): string {
  if (/^4/.test(number)) return 'visa';
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard';
  return /^3[47]/.test(number) ? 'amex' : 'unknown';
}

/** `payment_method_details.card` of a charge. */
export function cardDetails(card: Card, amount: number) {
  const brand = brandOf(card.number);
  return {
    amount_authorized: amount,
    authorization_code: null,
    brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    electronic_commerce_indicator: null,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    fingerprint: hexId(8),
    funding: 'credit',
    installments: null,
    last4: card.number.slice(-4),
    mandate: null,
    network: brand,
    network_transaction_id: null,
    regulated_status: 'unregulated' as const,
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  };
}
