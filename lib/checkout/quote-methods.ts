import 'server-only';
import { z } from 'zod';
import { findRecipient } from '@/lib/checkout/gifts/server';
import { refusalRow } from '@/lib/core/action/refusal';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { callRpc } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';
import { offeredMethods } from '@/lib/payments/methods';
import { asRefusal, type Refusal } from './refusals';
import { quoteRow } from './rows';
import type { QuotedBasket } from './server';
import type { Basket, MethodQuotes, Quote, Selection } from './types';

type Found = {
  /** The quote by card, or the refusal. */
  quote: Result<Quote, Refusal>;
  /**
   * Quotes by method, without methods that the database refuses (coins for a gift, anything but cards for a pack of
   * coins).
   */
  quotes: MethodQuotes;
  /** The Minecraft name that the person entered last, or an empty text. */
  knownName: string;
};

const pageRow = z.object({
  cotizaciones: z.partialRecord(
    z.enum(offeredMethods),
    z.union([quoteRow.transform((quote) => succeed(quote)), refusalRow.transform(({ error }) => fail<string>(error))]),
  ),
  minecraft_name: z.string().nullable(),
});

/** The arguments of `pagina_de_pago`. */
const argumentsOf = (selection: Selection, coupon: string | null = null, recipientId: string | null = null) => ({
  p_slug: selection.producto,
  p_edicion: selection.edicion,
  p_bundle: selection.bundle,
  p_metodos: offeredMethods,
  p_cupon: coupon,
  p_destinatario: recipientId,
});

async function quoteAll({ selection, coupon, recipient }: Basket): Promise<Found> {
  const refuse = (error: Refusal): Found => ({ quote: fail(error), quotes: {}, knownName: '' });
  const person = recipient ? await findRecipient(recipient) : null;
  if (recipient && !person) return refuse('destinatario_no_existe');
  const wanted = argumentsOf(selection, coupon, person?.id ?? null);
  const answer = await callRpc(createRequestClient(), 'pagina_de_pago', wanted, null, pageRow);
  if (!answer.ok) return refuse(asRefusal(answer.error));
  const { cotizaciones, minecraft_name } = answer.value;
  const quotes: MethodQuotes = {};
  for (const method of offeredMethods) {
    const quote = cotizaciones[method];
    if (quote?.ok) quotes[method] = quote.value;
  }
  const card = cotizaciones.tarjeta;
  if (!card) throw new Error('pagina_de_pago has no quote by card');
  const quote = card.ok ? card : fail(asRefusal(card.error, recipient !== null));
  return { quote, quotes, knownName: minecraft_name ?? '' };
}

/** The quotes of the checkout in one call. An invalid coupon is dropped and reported, as in `quoteBasket`. */
export async function quoteCheckout(basket: Basket): Promise<Found & Omit<QuotedBasket, 'quote'>> {
  const first = await quoteAll(basket);
  if (first.quote.ok || first.quote.error !== 'cupon_no_valido') return { ...first, basket, couponRefused: false };
  const without = { ...basket, coupon: null };
  return { ...(await quoteAll(without)), basket: without, couponRefused: true };
}
