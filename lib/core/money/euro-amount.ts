import { z } from 'zod';
import { toCents } from './index';

/** An amount of euros in a row of a table, which the embedded API tells as text and a hosted one as a number; in cents. */
export const euroAmount = z.union([z.string(), z.number()]).transform(toCents);
