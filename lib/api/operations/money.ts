import 'server-only';
import { z } from 'zod';
import { day, pageOf } from '@/lib/core/supabase/cursor';
import { saleStates } from '@/lib/creators/sales/types';
import { afterNumber, writeCursor } from '../cursor';
import { defineOperation } from '../operation';
import { apiKey, balance, id, page, saleNames, salePage, saleState } from '../schemas';
import { scopes } from '../scopes';

const cents = z.coerce.number().int();

export const getKey = defineOperation({
  id: 'getKey',
  tag: 'Key',
  method: 'GET',
  path: '/key',
  scope: null,
  answer: apiKey,
  status: 200,
  run: async ({ call }) => {
    const row = await call(
      'getKey',
      {},
      z.object({
        nombre: z.string(),
        ambitos: z.array(z.enum(scopes)),
        created_at: z.string(),
        caduca_at: z.string(),
      }),
    );
    return { name: row.nombre, scopes: row.ambitos, created_at: row.created_at, expires_at: row.caduca_at };
  },
});

const methods = { tarjeta: 'card', paypal: 'paypal', uncoins: 'uncoins', gratis: 'free' } as const;

const saleRow = z.object({
  id: z.coerce.number(),
  created_at: z.string(),
  pedido: z.string(),
  producto_id: z.string().nullable(),
  nombre: z.string(),
  edicion: z.string().nullable(),
  paquete: z.string().nullable(),
  regalo: z.boolean(),
  metodo: z.enum(['tarjeta', 'paypal', 'uncoins', 'gratis']),
  precio_centimos: cents,
  pagado_centimos: cents,
  parte_centimos: cents,
  neto_centimos: cents,
  libre_at: z.string(),
  estado: z.enum(saleStates),
});

const stateOf = (name: z.output<typeof saleState> | undefined) => saleStates.find((state) => saleNames[state] === name);

export const listSales = defineOperation({
  id: 'listSales',
  tag: 'Sales',
  method: 'GET',
  path: '/sales',
  scope: 'sales:read',
  query: z.strictObject({
    ...page,
    product_id: id.optional().describe('Only sales of this product'),
    state: saleState.optional().describe('Only sales in this state'),
    from: day.optional().describe('First day, in Spain'),
    to: day.optional().describe('Last day, in Spain'),
  }),
  answer: salePage,
  status: 200,
  run: async ({ query, call }) => {
    const asked = {
      ...afterNumber(query.cursor),
      producto: query.product_id,
      estado: stateOf(query.state),
      desde: query.from,
      hasta: query.to,
      limite: query.limit + 1,
    };
    const { ventas } = await call('listSales', asked, z.object({ ventas: z.array(saleRow) }));
    const { shown, next } = pageOf(ventas, query.limit, (row) => writeCursor(row.created_at, row.id));
    const data = shown.map((row) => ({
      order_id: row.pedido,
      created_at: row.created_at,
      product_id: row.producto_id,
      product: row.nombre,
      edition: row.edicion,
      bundle: row.paquete,
      is_gift: row.regalo,
      method: methods[row.metodo],
      list_cents: row.precio_centimos,
      paid_cents: row.pagado_centimos,
      share_cents: row.parte_centimos,
      net_cents: row.neto_centimos,
      available_at: row.libre_at,
      state: saleNames[row.estado],
    }));
    return { data, next_cursor: next };
  },
});

export const getBalance = defineOperation({
  id: 'getBalance',
  tag: 'Balance',
  method: 'GET',
  path: '/balance',
  scope: 'balance:read',
  answer: balance,
  status: 200,
  run: async ({ call }) => {
    const row = await call(
      'getBalance',
      {},
      z.object({
        total_centimos: cents,
        disponible_centimos: cents,
        retenido_centimos: cents,
        en_disputa_centimos: cents,
        reservado_centimos: cents,
        pagado_centimos: cents,
        deuda_centimos: cents,
        dias_retencion: cents,
        proximo_at: z.string().nullable(),
      }),
    );
    return {
      total_cents: row.total_centimos,
      available_cents: row.disponible_centimos,
      held_cents: row.retenido_centimos,
      disputed_cents: row.en_disputa_centimos,
      in_payout_cents: row.reservado_centimos,
      paid_cents: row.pagado_centimos,
      debt_cents: row.deuda_centimos,
      holding_days: row.dias_retencion,
      next_at: row.proximo_at,
    };
  },
});
