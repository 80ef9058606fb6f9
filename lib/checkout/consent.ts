import type { Quote } from './types';

/**
 * The wording of the consent that the payment step shows, `checkout.consent` in the catalogues. Another wording needs
 * another version, and a row of `textos_consentimiento` that keeps it (docs/payments.md, "Consent").
 */
export const consentVersion = 'entrega-2026-11';

/** The form of a version, as a browser sends it. Which ones there are is known by the database. */
export const consentPattern = /^[a-z0-9-]{3,40}$/;

/** Whether a purchase needs its buyer's consent to be delivered at once. The database decides; this only asks for it. */
export const needsConsent = ({ totalCents, isRecharge }: Pick<Quote, 'totalCents' | 'isRecharge'>): boolean =>
  totalCents > 0 && !isRecharge;
