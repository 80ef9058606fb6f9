import 'server-only';
import { randomUUID } from 'node:crypto';
import { giftTokenHash } from '@/lib/core/security/gift-token';

/** The series of a new gift link and the hash of its token, as arguments for the database. */
export function newGiftLink(): { p_serie: string; p_huella: string } {
  const series = randomUUID();
  return { p_serie: series, p_huella: giftTokenHash(series) };
}
