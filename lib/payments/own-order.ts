import { z } from 'zod';

/** The shop's own id of a refund order as a provider hands it back; null for anything else that stands in its place. */
export const ownOrderId = (value: unknown): string | null => z.uuid().safeParse(value).data ?? null;
