import { z } from 'zod';

const id = z.uuid();
const moment = z.iso.datetime({ offset: true });
const cents = z.int().describe('Cents of a euro');

const product = { product_id: id, product_slug: z.string() };
const order = { order_id: id, ...product, edition_id: id.nullable() };
const license = { license_id: id, ...order };
const review = { review_id: id, ...product, stars: z.int().min(1).max(5) };
const dispute = { dispute_id: id, ...order, share_cents: cents.describe('Your part of the sale') };
const refund = {
  ...order,
  change_cents: cents.describe('What it changes in your part of the sale'),
  net_cents: cents.describe('What is left of your part'),
};
const payout = { payout_id: id, amount_cents: cents.min(0), requested_at: moment };

/** The data of each event by its type. They name neither buyers nor players. */
const data = {
  'sale.created': z.object({
    ...order,
    created_at: moment,
    is_gift: z.boolean(),
    method: z.enum(['card', 'paypal', 'uncoins', 'free']),
    paid_cents: cents.min(0),
    share_cents: cents.describe('Your part of the sale'),
  }),
  'refund.created': z.object(refund),
  'refund.reversed': z.object(refund),
  'dispute.opened': z.object(dispute),
  'dispute.won': z.object(dispute),
  'dispute.lost': z.object(dispute),
  'license.issued': z.object(license),
  'license.renewed': z.object(license),
  'license.ended': z.object({ ...license, reason: z.enum(['refunded', 'disputed', 'club_ended', 'revoked']) }),
  'license.restored': z.object(license),
  'review.created': z.object(review),
  'review.updated': z.object(review),
  'review.deleted': z.object(review),
  'version.decided': z.object({
    ...product,
    version: z.string().nullable(),
    is_new_product: z.boolean(),
    state: z.enum(['approved', 'rejected', 'changes_requested']),
    reasons: z.array(z.string()),
  }),
  'payout.paid': z.object(payout),
  'payout.failed': z.object(payout),
  'payout.rejected': z.object(payout),
  'webhook.test': z.object({ webhook_id: id.describe('The address that is tested') }),
} satisfies Record<string, z.ZodObject>;

export type EventType = keyof typeof data;
export const eventTypes = Object.keys(data) as EventType[];

const eventOf = <Type extends EventType>(type: Type) =>
  z.object({ type: z.literal(type), timestamp: moment, data: data[type] });

/** The body of each event by its type, for sending and for the API description. */
export const events = Object.fromEntries(eventTypes.map((type) => [type, eventOf(type)])) as {
  [Type in EventType]: ReturnType<typeof eventOf<Type>>;
};

/** A body that is sent. */
export const event = z.union(Object.values(events));
