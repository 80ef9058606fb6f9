import type { useTranslations } from 'next-intl';

const isCode = (reason: string) => /^[A-Z0-9]+(?:_[A-Z0-9]+)+$/.test(reason);

/**
 * Reason of an unpaid withdrawal: the admin's text, or a sentence for PayPal's code.
 *
 * @param t the messages of `payoutReasons`
 */
export function payoutReason(t: ReturnType<typeof useTranslations<'payoutReasons'>>, reason: string): string {
  if (!isCode(reason)) return reason;
  const known = reason as 'other';
  return t(t.has(known) ? known : 'other', { code: reason });
}
