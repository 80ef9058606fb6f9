import { z } from 'zod';
import { cleanCode } from '../clean-code';

/** A typed code; the database ignores its case and its hyphens. */
export const codeInput = z.string().max(500).transform(cleanCode).pipe(z.string().min(1, 'vacio').max(60));
