import { z } from 'zod';
import { positiveInteger, text } from './params.ts';

/** The change of a subscription's item to another price. */
export const itemChange = z.strictObject({ id: text, price: text, quantity: positiveInteger.optional() });
export type ItemChange = z.output<typeof itemChange>;
