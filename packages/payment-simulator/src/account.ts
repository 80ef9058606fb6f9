import { z } from 'zod';
import type { Context } from './context.ts';

/** What the owner of an account sets up by hand at the providers: webhooks and the customer portal. */
export const accountSchema = z.object({
  stripeEvents: z.array(z.string()).default(['*']),
  /** The API version of the webhook endpoint at Stripe; the one of the pinned package by default. */
  stripeVersion: z.string().optional(),
  paypalEvents: z.array(z.string()).default(['*']),
  /** Whether members may cancel on Stripe's page, and when it takes effect. */
  portalCancels: z.enum(['at_period_end', 'immediately', 'never']).default('at_period_end'),
});

export type Account = z.output<typeof accountSchema>;
const name = 'account';

export const readAccount = (context: Context): Account =>
  accountSchema.parse(JSON.parse(context.store.setting(name) ?? '{}'));

export const writeAccount = (context: Context, account: Account): void =>
  context.store.setSetting(name, JSON.stringify(account));
