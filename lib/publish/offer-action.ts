'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { isDatabaseCode } from '@/lib/core/action/codes';
import { fail } from '@/lib/core/action/result';
import { callRpc } from '@/lib/core/action/rpc';
import { tags } from '@/lib/core/cache/tags';
import { readEuros, typedEuros } from '@/lib/core/money';
import { createRequestClient } from '@/lib/core/supabase/server';

const offer = z.object({
  productId: z.uuid('what'),
  editionId: z.uuid().nullable(),
  price: z.string().trim().regex(typedEuros, 'price').transform(readEuros),
  from: z.iso.date('dates'),
  to: z.iso.date('dates'),
  description: z.string().trim().max(120, 'tooLong'),
  descriptionEn: z.string().trim().max(120, 'tooLong'),
});

const planned = z.object({ slug: z.string(), empezada: z.boolean() });
/** The field of each refusal. */
const fields = {
  precio_no_valido: ['price', 'offerPrice'],
  fechas_no_validas: ['from', 'dates'],
  oferta_solapada: ['from', 'overlap'],
} as const;

/** Schedules an offer for a product or edition of the creator, by days in Spain; an offer from today starts at once. */
export const planOffer = defineAction('planOffer', {
  who: 'signedIn',
  input: offer,
  limit: 'publish',
  run: async ({ productId, editionId, price, from, to, description, descriptionEn }) => {
    const result = await callRpc(
      createRequestClient(),
      'programar_oferta',
      {
        p_producto: productId,
        p_edicion: editionId,
        p_precio: price,
        p_desde: from,
        p_hasta: to,
        p_descripcion: description,
        p_descripcion_en: descriptionEn,
      },
      [
        'no_existe',
        'no_publicado',
        'precio_no_valido',
        'fechas_no_validas',
        'oferta_solapada',
        'demasiadas_ofertas',
        'cuenta_deshabilitada',
      ],
      planned,
    );
    if (result.ok || isDatabaseCode(result.error)) return result;
    const field = result.error in fields ? fields[result.error as keyof typeof fields] : null;
    return field ? fail('invalid', { fieldErrors: { [field[0]]: field[1] } }) : result;
  },
  tags: (_input, { slug, empezada }) => (empezada ? { now: [tags.product(slug)], soon: [tags.card(slug)] } : {}),
  paths: ['/dashboard/promotions'],
});

/** Ends an offer of the creator now, or deletes a scheduled one. */
export const endOffer = defineAction('endOffer', {
  who: 'signedIn',
  input: z.uuid(),
  invalid: 'no_existe',
  run: (id) =>
    callRpc(
      createRequestClient(),
      'cancelar_oferta',
      { p_oferta: id },
      ['no_existe', 'ya_terminada', 'cuenta_deshabilitada'],
      z.object({ slug: z.string() }),
    ),
  tags: (_input, { slug }) => ({ now: [tags.product(slug)], soon: [tags.card(slug)] }),
  paths: ['/dashboard/promotions'],
});
