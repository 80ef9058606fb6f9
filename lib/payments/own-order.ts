import { z } from 'zod';

/** The shop's own id of a refund order, as a provider returns it; null for any other text in that field. */
export const ownOrderId = (value: unknown): string | null => z.uuid().safeParse(value).data ?? null;
