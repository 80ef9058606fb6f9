import 'server-only';
import { randomUUID } from 'node:crypto';
import { hashToken } from '@/lib/core/security/derived-token';
import { giftToken } from '@/lib/core/security/gift-token';

/** The series and the token's hash of a new link of a gift, as the database takes them. */
export function newGiftLink(): { p_serie: string; p_huella: string } {
  const series = randomUUID();
  return { p_serie: series, p_huella: hashToken(giftToken(series)) };
}
