import { z } from 'zod';
import { toCents } from './index';

/** Parses a euro amount of a table row (text from the embedded API, a number from a hosted one) to cents. */
export const euroAmount = z.union([z.string(), z.number()]).transform(toCents);
