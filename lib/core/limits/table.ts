const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Times and seconds. Several windows for one key make the wait grow: a burst, and what is left of the day. */
export type Windows = ReadonlyArray<readonly [times: number, seconds: number]>;

/**
 * Who is counted. `address`: whom a request comes from. `account`: the account, or the address of mail that was typed.
 * `device`: a browser that the account has logged in from; it is counted by itself, so that strangers who guess never
 * keep the owner out. `shop`: everybody together.
 */
export type Scope = 'address' | 'device' | 'account' | 'shop';

/**
 * What may be tried, by whom, how often. The first that is full refuses. Passwords: only wrong ones stay counted. What
 * the database can be asked without the shop (passwords, codes, coupons, gifts, reports, reviews) it counts as well:
 * `contar_intento` in supabase/schemas/14_limits.sql.
 */
export const limits = {
  password: {
    address: [[50, 15 * minute]],
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
    account: [[5, hour]],
    shop: [[500, hour]],
  },
  reset: { address: [[20, hour]], shop: [[1000, hour]] },
  accountMail: { account: [[3, hour]] },
  secondStep: { account: [[10, 15 * minute]] },
  confirm: { address: [[30, 10 * minute]] },
  search: { address: [[60, minute]] },
  recipients: {
    account: [
      [60, minute],
      [500, day],
    ],
  },
  visit: { address: [[120, minute]] },
  productVisit: { address: [[20, day]] },
  checkout: { account: [[30, 10 * minute]] },
  coupon: { account: [[30, 10 * minute]] },
  code: { address: [[60, 10 * minute]], account: [[20, 10 * minute]] },
  upload: { account: [[30, 10 * minute]] },
  publish: { account: [[30, 10 * minute]] },
  productImage: { account: [[100, 10 * minute]] },
  verify: { account: [[120, 10 * minute]] },
} as const satisfies Record<string, Partial<Record<Scope, Windows>>>;

export type LimitKind = keyof typeof limits;
