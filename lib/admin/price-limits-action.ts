'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { callRpc } from '@/lib/core/action/rpc';
import { readEuros, typedEuros } from '@/lib/core/money';
import { createRequestClient } from '@/lib/core/supabase/server';

const whole = (least: number, most: number, code: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,3}$/, code)
    .transform(Number)
    .pipe(z.number().min(least, code).max(most, code));

/** Sets the limits of price changes without a review. The database logs it. */
export const savePriceLimits = defineAction('savePriceLimits', {
  who: 'admin',
  input: z.object({
    percent: whole(0, 100, 'percent'),
    perDay: whole(0, 50, 'perDay'),
    least: z
      .string()
      .trim()
      .regex(typedEuros, 'least')
      .transform(readEuros)
      .pipe(z.number().min(0.01, 'least').max(99, 'least')),
  }),
  run: ({ percent, perDay, least }) =>
    callRpc(
      createRequestClient(),
      'admin_limites_precio',
      { p_porcentaje: percent, p_al_dia: perDay, p_minimo: least },
      [],
    ),
  paths: ['/dashboard-admin'],
});
