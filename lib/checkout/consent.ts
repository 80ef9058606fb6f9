import type { Quote } from './types';

/**
 * The version of the consent in `checkout.consent` of the catalogues. A new wording needs a new version and a row of
 * `textos_consentimiento` (docs/payments.md, "Consent").
 */
export const consentVersion = 'entrega-2026-11';

/** The format of a version. The database stores the valid ones. */
export const consentPattern = /^[a-z0-9-]{3,40}$/;

/** True if a purchase needs consent to immediate delivery. The database decides; this only controls the checkbox. */
export const needsConsent = ({ totalCents, isRecharge }: Pick<Quote, 'totalCents' | 'isRecharge'>): boolean =>
  totalCents > 0 && !isRecharge;
