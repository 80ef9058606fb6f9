import { z } from 'zod';

/** A code as typed: spaces around it and small letters do not matter. */
export const codeInput = z.string().trim().min(1, 'vacio').max(60);
