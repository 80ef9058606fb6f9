import 'server-only';
import { deriveToken } from './derived-token';

/** The token in the link of a gift for anybody, by its series. */
export const giftToken = (series: string): string => deriveToken('gift link', series);

/** The address of that link within the shop. */
export const giftPath = (series: string): string => `/gift?regalo=${giftToken(series)}`;
