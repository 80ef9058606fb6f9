import { createHash } from 'node:crypto';

/** The SHA-256 of a text in hexadecimal, as the database stores secrets and request hashes. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
