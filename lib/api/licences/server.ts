import 'server-only';
import { z } from 'zod';
import { inLanguage, names } from '@/lib/catalog/rows';
import { readRpc } from '@/lib/core/action/rpc';
import type { Locale } from '@/lib/core/i18n/locales';
import { createRequestClient } from '@/lib/core/supabase/server';
import type { LicenceSetting } from './types';

const setting = z.object({
  id: z.string(),
  ...names,
  activa: z.boolean(),
  maximo: z.number(),
  claves: z.number(),
});

/** The signed-in creator's products with their licence keys, newest first, 200 at most. */
export async function listLicenceSettings(locale: Locale): Promise<LicenceSetting[]> {
  const answer = z.object({ productos: z.array(setting) });
  const { productos } = await readRpc(createRequestClient(), 'mis_licencias', {}, answer);
  return productos.map((row) => ({
    productId: row.id,
    name: inLanguage(locale, row.nombre, row.nombre_en),
    isOn: row.activa,
    limit: row.maximo,
    keys: row.claves,
  }));
}

const own = z
  .object({
    clave: z.string(),
    maximo: z.number(),
    activaciones: z.array(z.object({ id: z.string(), nombre: z.string(), vista_at: z.string() })),
  })
  .transform(({ clave, maximo, activaciones }) => ({
    key: clave,
    limit: maximo,
    activations: activaciones.map(({ id, nombre, vista_at }) => ({ id, name: nombre, seenAt: vista_at })),
  }));

export type OrderLicence = z.output<typeof own>;

/** The licence key of a valid order of the signed-in person; null if the order or its product has none. */
export async function getLicence(orderId: string): Promise<OrderLicence | null> {
  const answer = z.object({ licencia: own.nullable() });
  return (await readRpc(createRequestClient(), 'mi_licencia', { p_pedido: orderId }, answer)).licencia;
}
