const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Number of attempts and seconds. Each window has its own counter. */
export type Windows = ReadonlyArray<readonly [times: number, seconds: number]>;

/**
 * Subjects of a limit.
 *
 * - `address`: the network address
 * - `network`: the site of an IPv6 address, because one customer may have hundreds of networks
 * - `account`: the account, or the typed mail address
 * - `device`: a browser in which the account has signed in before; it has its own counter, so that strangers never lock
 *   out the owner
 * - `shop`: everybody together
 */
export type Scope = 'address' | 'network' | 'device' | 'account' | 'shop';

/**
 * Rate limits by kind and scope. An attempt is refused as soon as one of its limits is reached. `network` limits are a
 * fifth of `shop` limits, so that one site cannot lock everybody out. Calls that can also go straight to the database
 * (passwords, codes, coupons, gifts, reports, reviews, submissions for review) are counted there too, by `contar_intento`
 * (supabase/schemas/14_limits.sql). `npm run generate` writes the table of docs/architecture.md from this object.
 */
export const limits = {
  /** Passwords of a sign-in; only wrong ones stay counted */
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
  /** Registrations */
  register: {
    address: [
      [10, hour],
      [20, day],
    ],
    network: [[100, hour]],
    account: [[5, hour]],
    shop: [[500, hour]],
  },
  /** Checks of a username, and choosing one */
  username: { address: [[60, 10 * minute]] },
  /** Redirects to Google or Discord and back */
  social: { address: [[120, 10 * minute]] },
  /** Requests for a reset or confirmation mail */
  reset: { address: [[20, hour]], network: [[200, hour]], shop: [[1000, hour]] },
  /** Confirmation mails to one address */
  confirmationMail: { account: [[3, hour]] },
  /** Reset mails to one address */
  resetMail: { account: [[3, hour]] },
  /** Requests for a new mail address */
  newEmail: { account: [[1, minute]] },
  /** Codes of the second factor */
  secondStep: { account: [[10, 15 * minute]] },
  /** Confirmation links of mails */
  confirm: { address: [[30, 10 * minute]] },
  /** Searches and suggestions */
  search: { address: [[60, minute]] },
  /** Searches for a gift recipient */
  recipients: {
    account: [
      [60, minute],
      [500, day],
    ],
  },
  /** Searches in own products */
  ownProducts: { account: [[60, minute]] },
  /** Requests for the savings through the Club */
  clubSaving: { account: [[60, minute]] },
  /** Exports of own data: sales, statements, invoices, all data */
  ownFile: { account: [[60, 10 * minute]] },
  /** Counted product views */
  visit: { address: [[120, minute]] },
  /** Counted views of one product */
  productVisit: { address: [[20, day]] },
  /** Webhooks that PayPal reports as not signed by it, from addresses of a single visitor */
  forgedWebhook: { address: [[60, 10 * minute]], network: [[300, 10 * minute]] },
  /** Webhooks without a valid signature, for which the shop asks the provider */
  refusedWebhook: { address: [[10, 10 * minute]], network: [[20, 10 * minute]], shop: [[100, 10 * minute]] },
  /** Calls of one game server */
  serverCall: { account: [[60, minute]] },
  /** Calls with a wrong key of a game server */
  serverKey: { address: [[120, 10 * minute]], network: [[600, 10 * minute]] },
  /** Starting a payment, claiming a product, joining the Club, opening a gift */
  checkout: { account: [[30, 10 * minute]] },
  /** Questions about purchases, and answers to them */
  help: { account: [[60, 10 * minute]] },
  /** Coupon codes */
  coupon: { account: [[30, 10 * minute]] },
  /** Redeem codes */
  code: { address: [[60, 10 * minute]], account: [[20, 10 * minute]] },
  /** Profile pictures */
  upload: { account: [[30, 10 * minute]] },
  /** Submissions for review, offers, coupons, starting a file upload */
  publish: { account: [[30, 10 * minute]] },
  /** Looking up the name of an uploaded file */
  fileName: { account: [[300, 10 * minute]] },
  /** Later steps of a file upload */
  uploadStep: { account: [[120, 10 * minute]] },
  /** Saving a draft */
  draft: { account: [[900, 10 * minute]] },
  /** Product pictures */
  productImage: { account: [[100, 10 * minute]] },
  /** Files of dispute answers */
  evidence: { account: [[100, 10 * minute]] },
  /** Calls of the creators' API with one key */
  api: { account: [[600, minute]] },
  /** Calls of the creators' API with a wrong key */
  wrongApiKey: { address: [[60, 10 * minute]], network: [[300, 10 * minute]] },
  /** Checks of one licence key by programs */
  license: { account: [[60, minute]] },
  /** Checks of licence keys from one address */
  licenseAddress: { address: [[600, minute]], network: [[3000, minute]] },
  /** Checks of a payment on the return page */
  verify: { account: [[120, 10 * minute]] },
} as const satisfies Record<string, Partial<Record<Scope, Windows>>>;

export type LimitKind = keyof typeof limits;
