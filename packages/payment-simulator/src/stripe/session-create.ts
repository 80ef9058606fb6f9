import type { Context } from '../context.ts';
import { nowSeconds, stripeId } from '../ids.ts';
import { MAXIMUM_CHARGE, MINIMUM_CHARGE, providerAmount } from '../money.ts';
import { invalid, noSuch } from './errors.ts';
import { checkLines, createLine } from './prices.ts';
import { newSession, type SessionBody, type SessionHidden } from './session-body.ts';
import type { SessionInput } from './session-params.ts';

const HALF_HOUR = 30 * 60;
const DAY = 24 * 60 * 60;
// Stripe measures from the time it handles the call. The tolerance covers the latency, so that 30 minutes stay valid.
const TOLERANCE = 5;

function checkExpiry(expiresAt: number, created: number): void {
  if (expiresAt < created + HALF_HOUR - TOLERANCE)
    throw invalid(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      'expires_at',
    );
  if (expiresAt > created + DAY + TOLERANCE)
    throw invalid(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      'expires_at',
    );
}

function checkTotal(total: number, currency: string): void {
  const minimum = MINIMUM_CHARGE[currency] ?? 50;
  if (total < minimum) {
    throw invalid(
      `The Checkout Session's total amount due must add up to at least ${providerAmount(minimum, currency)} ${currency}`,
      undefined,
      'amount_too_small',
    );
  }
  if (total > MAXIMUM_CHARGE) {
    throw invalid(
      `The Checkout Session's total amount due must be no more than ${providerAmount(MAXIMUM_CHARGE, currency)} ${currency}`,
      undefined,
      'amount_too_large',
    );
  }
}

function checkCustomer(context: Context, input: SessionInput): void {
  if (input.customer && input.customer_email)
    throw invalid('You may only specify one of these parameters: customer, customer_email.', 'customer');
  if (input.customer && !context.store.get('customer', input.customer))
    throw noSuch('customer', input.customer, 'customer', 400);
}

function checkMode(input: SessionInput): void {
  if (input.mode === 'subscription' && input.payment_intent_data)
    throw invalid('You can not pass `payment_intent_data` in `subscription` mode.', 'payment_intent_data');
  if (input.mode === 'subscription' && input.customer_creation)
    throw invalid('`customer_creation` can only be used in `payment` and `setup` mode.', 'customer_creation');
  if (input.mode === 'payment' && input.subscription_data)
    throw invalid('You can not pass `subscription_data` in `payment` mode.', 'subscription_data');
}

/** Creates a checkout session, or refuses as Stripe does. */
export function createSession(context: Context, input: SessionInput): SessionBody {
  const created = nowSeconds();
  const expiresAt = input.expires_at ?? created + DAY;
  checkMode(input);
  checkExpiry(expiresAt, created);
  const id = stripeId('cs_test');
  const lines = input.line_items.map((line) => createLine(context, id, line));
  checkLines(lines, input.mode);
  checkCustomer(context, input);
  const total = lines.reduce((sum, line) => sum + line.amount_total, 0);
  const currency = lines[0]?.currency ?? 'eur';
  checkTotal(total, currency);

  const url = `${context.url}/pay/${id}`;
  const session = newSession(input, { id, total, currency, created, expiresAt, url });
  const hidden: SessionHidden = {
    lines,
    intentData: input.payment_intent_data,
    subscriptionData: input.subscription_data,
  };
  context.store.put('session', session, { root: id, hidden });
  return session;
}
