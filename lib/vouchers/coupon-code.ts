import { z } from 'zod';
import { cleanCode } from './clean-code';

/** The code of a coupon, as admins choose it and buyers type it. */
export const couponPattern = /^\S{3,40}$/;

/**
 * The code of a coupon as typed or from a link.
 *
 * @returns null if no such coupon can exist
 */
export function couponIn(text: unknown): string | null {
  const code = typeof text === 'string' ? cleanCode(text) : '';
  return couponPattern.test(code) ? code : null;
}

/** A typed code of a coupon. The messages are those of its form. */
export const typedCoupon = (problem?: string, pattern = couponPattern) =>
  z.string().transform(cleanCode).pipe(z.string().regex(pattern, problem));
