const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Number of attempts and seconds. A key with several windows has to wait longer once the longer ones are full. */
export type Windows = ReadonlyArray<readonly [times: number, seconds: number]>;

/**
 * Who is counted.
 *
 * - `address`: the network address of the request
 * - `network`: the site of an IPv6 address, because one connection may have hundreds of networks
 * - `account`: the account, or the mail address that was typed
 * - `device`: a browser in which the account has logged in before; counted apart, so that strangers who guess a password
 *   never lock its owner out
 * - `shop`: everybody together
 */
export type Scope = 'address' | 'network' | 'device' | 'account' | 'shop';

/**
 * What may be tried, by whom and how often. An attempt is refused as soon as one of its limits is full. `network` limits
 * are a fifth of `shop` limits, so one site cannot lock all others out. A right password is taken off the count again; of
 * webhooks only those are counted that PayPal says are not its own. Calls that people can also send to the database
 * directly (passwords, codes, coupons, gifts, reports, reviews, submissions for review) are counted there too, by
 * `contar_intento` of supabase/schemas/14_limits.sql.
 */
export const limits = {
  password: {
    address: [[50, 15 * minute]],
    network: [[1000, 15 * minute]],
    device: [[10, 15 * minute]],
    account: [
      [10, 15 * minute],
      [60, day],
    ],
    shop: [[5000, 15 * minute]],
  },
  register: {
    address: [
      [10, hour],
      [20, day],
    ],
    network: [[100, hour]],
    account: [[5, hour]],
    shop: [[500, hour]],
  },
  username: { address: [[60, 10 * minute]] },
  social: { address: [[120, 10 * minute]] },
  reset: { address: [[20, hour]], network: [[200, hour]], shop: [[1000, hour]] },
  confirmationMail: { account: [[3, hour]] },
  resetMail: { account: [[3, hour]] },
  newEmail: { account: [[1, minute]] },
  secondStep: { account: [[10, 15 * minute]] },
  confirm: { address: [[30, 10 * minute]] },
  search: { address: [[60, minute]] },
  recipients: {
    account: [
      [60, minute],
      [500, day],
    ],
  },
  ownProducts: { account: [[60, minute]] },
  ownFile: { account: [[60, 10 * minute]] },
  visit: { address: [[120, minute]] },
  productVisit: { address: [[20, day]] },
  forgedWebhook: { address: [[60, 10 * minute]], network: [[300, 10 * minute]] },
  refusedWebhook: { address: [[10, 10 * minute]], network: [[20, 10 * minute]], shop: [[100, 10 * minute]] },
  checkout: { account: [[30, 10 * minute]] },
  coupon: { account: [[30, 10 * minute]] },
  code: { address: [[60, 10 * minute]], account: [[20, 10 * minute]] },
  upload: { account: [[30, 10 * minute]] },
  publish: { account: [[30, 10 * minute]] },
  uploadStep: { account: [[120, 10 * minute]] },
  draft: { account: [[900, 10 * minute]] },
  productImage: { account: [[100, 10 * minute]] },
  verify: { account: [[120, 10 * minute]] },
} as const satisfies Record<string, Partial<Record<Scope, Windows>>>;

export type LimitKind = keyof typeof limits;
