import type { Messages } from 'next-intl';

type TextKeys<Namespace extends keyof Messages> = {
  [Key in keyof Messages[Namespace]]: Messages[Namespace][Key] extends string ? `${Namespace}.${Key & string}` : never;
}[keyof Messages[Namespace]];

/** The full key of a text directly below a namespace of the catalogue. */
export type TextKey = { [Namespace in keyof Messages]: TextKeys<Namespace> }[keyof Messages];

/** A brand that the shop shows: its name for those who cannot see the picture, and the file. */
export type PaymentMark = { name: string; file: string };

/** What the shop and the browser need to know of a payment method with a page. No secrets, and no server code. */
export type MethodFacts = {
  /** The provider that moves the money (`proveedor`). */
  provider: string;
  icon: 'card' | 'wallet' | 'coins';
  /** The brands that pay with it, by their pictures in `public/payments`. */
  marks: readonly PaymentMark[];
  /** Its name and description at the checkout. `{percent}` in the description is the surcharge. */
  choice: { title: TextKey; text: TextKey };
  /** The line that it adds to a quote; null without a surcharge. */
  surcharge: string | null;
  /** The smallest amount that can be charged, in cents; `privado.importe_minimo` refuses less. */
  minimumCents: number;
  /** The route that starts a payment, what is sent besides the purchase, and the member of the answer with the page. */
  start: { path: string; body: Record<string, string>; url: string };
  /** The route that answers the state of a payment; the provider's reference is appended. */
  verifyPath: string;
  /** The refusals when the provider does not answer, or when the shop fails. */
  failures: { noAnswer: string; other: string };
  /** Texts of the page after a payment. `details`, by state, replace the common ones. */
  result: { verifying: TextKey; error: TextKey; details: Partial<Record<string, TextKey>> };
  /** Whether a refund after a lost dispute is the money of that dispute, not more money. */
  refundsAnswerDisputes: boolean;
};
