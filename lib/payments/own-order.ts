import { z } from 'zod';

/** The shop's refund order id in a provider's field; null for any other text. */
export const ownOrderId = (value: unknown): string | null => z.uuid().safeParse(value).data ?? null;
