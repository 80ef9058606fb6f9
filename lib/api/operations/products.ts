import 'server-only';
import { z } from 'zod';
import { categories } from '@/lib/catalog/categories';
import { names } from '@/lib/catalog/rows';
import { productStatuses } from '@/lib/catalog/types';
import { euroAmount } from '@/lib/core/money/euro-amount';
import { pageOf } from '@/lib/core/supabase/cursor';
import { reviewStates } from '@/lib/publish/types';
import { afterRow, writeCursor } from '../cursor';
import { defineOperation } from '../operation';
import { ownership, ownProduct, page, productDetail, productPage, reviewNames } from '../schemas';

const productRow = z.object({
  id: z.string(),
  slug: z.string(),
  ...names,
  status: z.enum(productStatuses),
  category: z.enum(categories),
  precio: euroAmount,
  oferta: euroAmount.nullable(),
  disponible: z.boolean(),
  version: z.string().nullable(),
  created_at: z.string(),
  publicado_at: z.string().nullable(),
  archivado_at: z.string().nullable(),
});

const toProduct = (row: z.output<typeof productRow>) => ({
  id: row.id,
  slug: row.slug,
  name: row.nombre,
  name_en: row.nombre_en,
  status: row.status,
  category: row.category,
  price_cents: row.precio,
  offer_cents: row.oferta,
  available: row.disponible,
  version: row.version,
  created_at: row.created_at,
  published_at: row.publicado_at,
  archived_at: row.archivado_at,
});

export const listProducts = defineOperation({
  id: 'listProducts',
  tag: 'Products',
  method: 'GET',
  path: '/products',
  scope: 'products:read',
  query: z.strictObject(page),
  answer: productPage,
  status: 200,
  run: async ({ query: { limit, cursor }, call }) => {
    const { productos } = await call(
      'listProducts',
      { ...afterRow(cursor), limite: limit + 1 },
      z.object({ productos: z.array(productRow) }),
    );
    const { shown, next } = pageOf(productos, limit, (row) => writeCursor(row.created_at, row.id));
    return { data: shown.map(toProduct), next_cursor: next };
  },
});

const detailRow = productRow.extend({
  compatibles: z.array(z.string()),
  ediciones: z.array(
    z.object({ id: z.string(), nombre: z.string(), precio: euroAmount, oferta: euroAmount.nullable() }),
  ),
  versiones: z.array(
    z.object({
      version: z.string(),
      novedades: z.string(),
      novedades_en: z.string().nullable(),
      compatibles: z.array(z.string()),
      created_at: z.string(),
    }),
  ),
  revision: z
    .object({
      estado: z.enum(reviewStates),
      enviada_at: z.string(),
      decidida_at: z.string().nullable(),
      motivos: z.array(z.string()),
      nota: z.string().nullable(),
      posicion: z.coerce.number().nullable(),
    })
    .nullable(),
});

const toReview = (review: NonNullable<z.output<typeof detailRow>['revision']>) => ({
  state: reviewNames[review.estado],
  sent_at: review.enviada_at,
  decided_at: review.decidida_at,
  position: review.posicion,
  reasons: review.motivos,
  note: review.nota,
});

export const getProduct = defineOperation({
  id: 'getProduct',
  tag: 'Products',
  method: 'GET',
  path: '/products/{product_id}',
  scope: 'products:read',
  params: z.object({ product_id: ownProduct }),
  answer: productDetail,
  status: 200,
  run: async ({ params, call }) => {
    const row = await call('getProduct', { producto: params.product_id }, detailRow);
    return {
      ...toProduct(row),
      compatible: row.compatibles,
      editions: row.ediciones.map(({ id: edition, nombre, precio, oferta }) => ({
        id: edition,
        name: nombre,
        price_cents: precio,
        offer_cents: oferta,
      })),
      versions: row.versiones.map(({ version, novedades, novedades_en, compatibles, created_at }) => ({
        version,
        changes: novedades,
        changes_en: novedades_en,
        compatible: compatibles,
        created_at,
      })),
      review: row.revision && toReview(row.revision),
    };
  },
});

const ownerRow = z.object({
  tiene: z.boolean(),
  desde: z.string().nullable(),
  ediciones: z.array(z.object({ id: z.string(), nombre: z.string() })),
});

export const checkOwner = defineOperation({
  id: 'checkOwner',
  tag: 'Owners',
  method: 'GET',
  path: '/products/{product_id}/owners/{player}',
  scope: 'owners:read',
  params: z.object({
    product_id: ownProduct,
    player: z
      .string()
      .regex(/^\w{3,16}$/, 'not the name of a player')
      .describe('The name of a player'),
  }),
  answer: ownership,
  status: 200,
  maxAge: 60,
  run: async ({ params, call }) => {
    const row = await call('checkOwner', { producto: params.product_id, jugador: params.player }, ownerRow);
    return {
      ...params,
      owns: row.tiene,
      since: row.desde,
      editions: row.ediciones.map(({ id: edition, nombre }) => ({ id: edition, name: nombre })),
    };
  },
});
