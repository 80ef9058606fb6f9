import type { Messages } from 'next-intl';

type TextKeys<Namespace extends keyof Messages> = {
  [Key in keyof Messages[Namespace]]: Messages[Namespace][Key] extends string ? `${Namespace}.${Key & string}` : never;
}[keyof Messages[Namespace]];

/** A text of the catalogue that stands right below a namespace, with its namespace. */
export type TextKey = { [Namespace in keyof Messages]: TextKeys<Namespace> }[keyof Messages];

/** What a way to pay at a provider's page says of itself: names, addresses, texts. Nothing that only a server may know. */
export type MethodFacts = {
  /** Who takes the money, as the database calls it (`proveedor`). */
  provider: string;
  icon: 'card' | 'wallet' | 'coins';
  /** How the checkout names it and describes it. The description may use `{percent}`, the surcharge. */
  choice: { title: TextKey; text: TextKey };
  /** The line of a quote that it adds, or null when it costs nothing more. */
  surcharge: string | null;
  /** The smallest amount that can be charged, in cents. */
  minimumCents: number;
  /** Where the browser asks for the provider's page, what it sends besides, and how the answer calls the address. */
  start: { path: string; body: Record<string, string>; url: string };
  /** Where the browser asks what became of a payment; the provider's reference follows. */
  verifyPath: string;
  /** What a buyer is told when the provider does not answer, or the shop fails. */
  failures: { noAnswer: string; other: string };
  /** What the page after a payment says; `details` by the state it found, before what every method says. */
  result: { verifying: TextKey; error: TextKey; details: Partial<Record<string, TextKey>> };
  /** Whether a refund that follows a lost dispute is the dispute's money, and not more of it. */
  refundsAnswerDisputes: boolean;
};
