import 'server-only';
import { z } from 'zod';
import { inLanguage } from '@/lib/catalog/rows';
import { orNull } from '@/lib/core/action/refusal';
import { readRpc } from '@/lib/core/action/rpc';
import { locales } from '@/lib/core/i18n/locales';
import { createRequestClient } from '@/lib/core/supabase/server';
import { isUuid } from '@/lib/core/uuid';
import { invoiceNumber } from '@/lib/payments/invoice-number';
import { pageMethodNames } from '@/lib/payments/methods';
import type { Invoice } from './types';

const cents = z.coerce.number().int();

const invoiceRow = z
  .object({
    ok: z.literal(true),
    serie: z.string(),
    numero: z.coerce.number().int(),
    emitida_at: z.string(),
    rectifica: z.string().nullable(),
    anula: z.string().nullish(),
    datos: z.object({
      idioma: z.enum(locales),
      vendedor: z.object({ nombre: z.string(), nif: z.string(), direccion: z.string() }),
      comprador: z.object({ nombre: z.string(), email: z.string().nullable() }),
      concepto: z.string(),
      edicion: z.string().nullable(),
      lineas: z.array(
        z.object({
          concepto: z.string(),
          centimos: cents,
          porcentaje: cents.nullish(),
          nombre: z.string().nullish(),
          nombre_en: z.string().nullish(),
        }),
      ),
      metodo: z.enum(pageMethodNames),
      consentimiento: z.object({ version: z.string(), aceptado_at: z.string() }).nullish(),
      iva_porcentaje: cents,
      base_centimos: cents,
      iva_centimos: cents,
      total_centimos: cents,
    }),
  })
  .transform(
    ({ datos, ...row }): Invoice => ({
      number: invoiceNumber(row),
      issuedAt: row.emitida_at,
      locale: datos.idioma,
      rectifies: row.rectifica,
      undoes: row.anula ?? null,
      seller: { name: datos.vendedor.nombre, taxId: datos.vendedor.nif, address: datos.vendedor.direccion },
      buyer: { name: datos.comprador.nombre, email: datos.comprador.email },
      concept: datos.concepto,
      edition: datos.edicion,
      lines: datos.lineas.map((line) => ({
        concept: line.concepto,
        cents: line.centimos,
        percent: line.porcentaje ?? null,
        name: line.nombre ? inLanguage(datos.idioma, line.nombre, line.nombre_en) : null,
      })),
      method: datos.metodo,
      vatPercent: datos.iva_porcentaje,
      baseCents: datos.base_centimos,
      vatCents: datos.iva_centimos,
      totalCents: datos.total_centimos,
      consent: datos.consentimiento
        ? { version: datos.consentimiento.version, at: datos.consentimiento.aceptado_at }
        : null,
    }),
  );

/** An invoice, or null if the function refused. */
const answer = orNull(invoiceRow);

/** An invoice that waits for the seller's data. */
const waits = z.looseObject({ ok: z.literal(false), error: z.literal('sin_emitir') }).transform(() => 'waits' as const);

/**
 * A document of the Club by its id.
 *
 * @returns null unless the person paid it or is an admin
 */
export async function getClubInvoice(id: string): Promise<Invoice | null> {
  if (!isUuid(id)) return null;
  return readRpc(createRequestClient(), 'ver_factura_club', { p_factura: id }, answer);
}

/**
 * The invoice of an order or payment, its newest credit note, or the document with that id (docs/payments.md,
 * "Invoices").
 *
 * @returns null unless the person paid it in money or is an admin; `waits` if it is not issued yet
 */
export async function getInvoice(id: string, rectifying: boolean): Promise<Invoice | 'waits' | null> {
  if (!isUuid(id)) return null;
  const client = createRequestClient();
  return readRpc(client, 'emitir_factura', { p_id: id, p_rectificativa: rectifying }, z.union([waits, answer]));
}
