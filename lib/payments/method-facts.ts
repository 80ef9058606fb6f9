import type { Messages } from 'next-intl';

type TextKeys<Namespace extends keyof Messages> = {
  [Key in keyof Messages[Namespace]]: Messages[Namespace][Key] extends string ? `${Namespace}.${Key & string}` : never;
}[keyof Messages[Namespace]];

/** The full key of a message directly below a namespace. */
export type TextKey = { [Namespace in keyof Messages]: TextKeys<Namespace> }[keyof Messages];

/** A payment brand: alternative text and image file. */
export type PaymentMark = { name: string; file: string };

/** The facts of a payment method with a provider's page, for server and browser. No secrets, and no server code. */
export type MethodFacts = {
  /** The provider that moves the money (`proveedor`). */
  provider: string;
  icon: 'card' | 'wallet' | 'coins';
  /** The brands of the method, with images in `public/payments`. */
  marks: readonly PaymentMark[];
  /** Its name and description at the checkout. `{percent}` in the description is the surcharge. */
  choice: { title: TextKey; text: TextKey };
  /** The line of the surcharge in a quote; null without one. */
  surcharge: string | null;
  /** The smallest charge, in cents; `privado.importe_minimo` refuses less. */
  minimumCents: number;
  /** The route that starts a payment, its additional body, and the field of the answer with the page's address. */
  start: { path: string; body: Record<string, string>; url: string };
  /** The page of a payment's result; the provider's reference is appended. */
  resultPath: string;
  /** The route that answers the state of a payment; the provider's reference is appended. */
  verifyPath: string;
  /** The refusals when the provider does not answer, or when the shop fails. */
  failures: { noAnswer: string; other: string };
  /** Texts of the page after a payment. `details`, by state, replace the common ones. */
  result: { verifying: TextKey; error: TextKey; details: Partial<Record<string, TextKey>> };
  /** True if a refund after a lost dispute is the money of that dispute, not more money. */
  refundsAnswerDisputes: boolean;
};
