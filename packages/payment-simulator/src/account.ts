import { z } from 'zod';
import type { Context } from './context.ts';

/** Settings that the account's owner makes by hand at the providers: webhooks and the customer portal. */
export const accountSchema = z.object({
  stripeEvents: z.array(z.string()).default(['*']),
  /** API version of Stripe's webhook endpoint; by default that of the pinned package. */
  stripeVersion: z.string().optional(),
  paypalEvents: z.array(z.string()).default(['*']),
  /** Lets members cancel on Stripe's page, and sets when it takes effect. */
  portalCancels: z.enum(['at_period_end', 'immediately', 'never']).default('at_period_end'),
});

export type Account = z.output<typeof accountSchema>;
const name = 'account';

export const readAccount = (context: Context): Account =>
  accountSchema.parse(JSON.parse(context.store.setting(name) ?? '{}'));

export const writeAccount = (context: Context, account: Account): void =>
  context.store.setSetting(name, JSON.stringify(account));
