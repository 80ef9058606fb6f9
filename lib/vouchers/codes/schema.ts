import { z } from 'zod';

/** A typed code, trimmed; the database ignores its case. */
export const codeInput = z.string().trim().min(1, 'vacio').max(60);
