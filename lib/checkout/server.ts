import 'server-only';
import { cacheLife, cacheTag } from 'next/cache';
import { z } from 'zod';
import { findRecipient } from '@/lib/checkout/gifts/server';
import { fail, type Result, succeed } from '@/lib/core/action/result';
import { callRpc, readRpc } from '@/lib/core/action/rpc';
import { tags } from '@/lib/core/cache/tags';
import type { Locale } from '@/lib/core/i18n/locales';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createPublicClient, createRequestClient } from '@/lib/core/supabase/server';
import type { SupabaseClient } from '@/lib/core/supabase/session';
import type { OfferedMethod } from '@/lib/payments/methods';
import { asRefusal, type Refusal } from './refusals';
import { bundleColumns, parseBundleItem, parseProductItem, productColumns, quoteRow } from './rows';
import type { Basket, BasketItem, Quote, Selection } from './types';

export type SelectionIds = {
  producto: string | null;
  edicion: string | null;
  bundle: string | null;
  /** The recipient of a gift, or null. */
  destinatario: string | null;
};

/**
 * The ids of a basket. A product in any state is found, so that the refusal can name the reason. Only its id is read.
 */
export async function resolveBasket({ selection, recipient }: Basket): Promise<Result<SelectionIds, Refusal>> {
  const { producto, edicion, bundle } = selection;
  const person = recipient ? await findRecipient(recipient) : null;
  if (recipient && !person) return fail('destinatario_no_existe');
  const destinatario = person?.id ?? null;
  if (!producto) return succeed({ producto: null, edicion: null, bundle, destinatario });
  const id = await readRpc(createRequestClient(), 'id_de_producto', { p_slug: producto }, z.string().nullable());
  return id ? succeed({ producto: id, edicion, bundle: null, destinatario }) : fail('no_existe');
}

async function readProduct(client: SupabaseClient, { producto, edicion }: Selection, locale: Locale) {
  const data = await dataOf(
    'product query',
    client
      .from('productos')
      .select(productColumns)
      .eq('slug', producto ?? '')
      .maybeSingle(),
  );
  return data && parseProductItem(data, edicion, locale);
}

/** The public part of a product; cached for all buyers. */
async function getListedProduct(selection: Selection, locale: Locale): Promise<BasketItem | null> {
  'use cache';
  cacheTag(tags.product(selection.producto ?? ''));
  cacheLife('hours');
  const item = await readProduct(createPublicClient(), selection, locale);
  if (item?.creator) cacheTag(tags.byline(item.creator));
  return item;
}

/** The item of a selection; null if this person cannot see it, or no longer. */
export async function getBasketItem(selection: Selection, locale: Locale): Promise<BasketItem | null> {
  if (!selection.bundle) {
    const listed = await getListedProduct(selection, locale);
    return listed ?? readProduct(await createRequestClient(), selection, locale);
  }
  const client = await createRequestClient();
  const data = await dataOf(
    'bundle query',
    client.from('bundles').select(bundleColumns).eq('id', selection.bundle).maybeSingle(),
  );
  return data && parseBundleItem(data, locale);
}

/**
 * The quote of a purchase of the signed-in person (docs/payments.md, "Quote"), or the refusal. The total is the one
 * that `crear_pago` records and the provider charges.
 */
export async function quotePurchase(basket: Basket, method: OfferedMethod): Promise<Result<Quote, Refusal>> {
  const resolved = await resolveBasket(basket);
  if (!resolved.ok) return resolved;
  const ids = resolved.value;
  const wanted = {
    p_producto: ids.producto,
    p_edicion: ids.edicion,
    p_bundle: ids.bundle,
    p_metodo: method,
    p_cupon: basket.coupon,
    p_destinatario: ids.destinatario,
  };
  const quote = await callRpc(createRequestClient(), 'cotizar_compra', wanted, null, quoteRow);
  return quote.ok ? quote : fail(asRefusal(quote.error, basket.recipient !== null));
}

export type QuotedBasket = { quote: Result<Quote, Refusal>; basket: Basket; couponRefused: boolean };

/**
 * The quote of a basket. An invalid coupon is dropped and reported: the total shown is always the one that is charged.
 * The database counts wrong coupons (`demasiados_intentos`).
 */
export async function quoteBasket(basket: Basket): Promise<QuotedBasket> {
  const quote = await quotePurchase(basket, 'tarjeta');
  if (quote.ok || quote.error !== 'cupon_no_valido') return { quote, basket, couponRefused: false };
  const without = { ...basket, coupon: null };
  return { quote: await quotePurchase(without, 'tarjeta'), basket: without, couponRefused: true };
}

/** The Minecraft name that the signed-in person entered last, paid or not, to prefill the field. */
export const lastMinecraftName = async (): Promise<string> =>
  (await readRpc(createRequestClient(), 'mi_nombre_de_jugador', {}, z.string().nullable())) ?? '';
