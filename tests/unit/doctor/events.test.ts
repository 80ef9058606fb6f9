import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { stripeEventTypes } from '@/lib/payments/stripe/event-types';
import { absentFrom, paypalEvents } from '../../../scripts/doctor/events.ts';

/** The events that the code of a provider names: in a `case`, or in a list. */
const named = (provider: string, pattern: RegExp) => {
  const text = globSync(`lib/payments/${provider}/events/*.ts`).map((file) => readFileSync(file, 'utf8'));
  return [...new Set(text.join('\n').match(pattern) ?? [])].map((name) => name.replaceAll("'", '')).sort();
};

it('the doctor requires exactly the events that the shop handles', () => {
  const types = /'(?:checkout\.session|charge|refund|customer\.subscription|subscription_schedule|invoice)\.[a-z_.]+'/g;
  expect(named('stripe', types)).toEqual([...stripeEventTypes].sort());
  expect(named('paypal', /'(?:CHECKOUT|PAYMENT|CUSTOMER)\.[A-Z.-]+'/g)).toEqual([...paypalEvents].sort());
});

it('a webhook for all events is complete', () => {
  expect(absentFrom(['*'], stripeEventTypes)).toEqual([]);
  expect(absentFrom(['invoice.paid'], ['invoice.paid', 'refund.failed'])).toEqual(['refund.failed']);
});
