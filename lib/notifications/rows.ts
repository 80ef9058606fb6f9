import { z } from 'zod';
import { achievements, reputations } from '@/lib/account/constants';
import { moderationNews } from '@/lib/mail/moderation-news';
import { editedFields } from '@/lib/mail/product-edit-news';
import { secondFactorNews } from '@/lib/mail/second-factor-news';
import { stampProblems } from '@/lib/stamps/problem';

const named = z.object({ nombre: z.string(), nombre_en: z.string().nullish() });
export type Named = z.output<typeof named>;
const count = z.coerce.number();
const reputation = z.enum(reputations);

const common = z.object({ id: z.coerce.number(), leida_at: z.string().nullable(), created_at: z.string() });
/** A row of `notificaciones`, whose data depends on its kind. */
export const notificationRow = z.discriminatedUnion('tipo', [
  common.extend({
    tipo: z.literal('producto_nuevo'),
    datos: named.extend({ slug: z.string(), de: z.string() }),
  }),
  common.extend({
    tipo: z.literal('version_nueva'),
    datos: named.extend({ pedido_id: z.string(), version: z.string() }),
  }),
  common.extend({
    tipo: z.literal('regalo'),
    datos: named.extend({ de: z.string(), pedido_id: z.string(), regalo_id: z.string().optional() }),
  }),
  common.extend({ tipo: z.literal('reserva'), datos: named.extend({ pedido_id: z.string() }) }),
  common.extend({
    tipo: z.literal('reputacion'),
    datos: z.object({ despues: reputation, motivo: z.string() }),
  }),
  common.extend({ tipo: z.literal('revision'), datos: named.extend({ aprobada: z.boolean(), slug: z.string() }) }),
  common.extend({
    tipo: z.literal('mensaje_revision'),
    datos: z.object({
      que: z.enum(['mensaje', 'cambios', 'respuesta', 'reenvio']),
      nombre: z.string(),
      slug: z.string(),
      revision_id: z.string(),
      de: z.string().nullish(),
    }),
  }),
  common.extend({
    tipo: z.literal('solicitud'),
    datos: z.object({
      que: z.enum(['nueva', 'respuesta', 'aceptada', 'rechazada']),
      como: z.enum(['cliente', 'creador', 'tienda']),
      solicitud_id: z.string(),
      nombre: z.string().nullish(),
      nombre_en: z.string().nullish(),
      de: z.string().nullish(),
    }),
  }),
  common.extend({
    tipo: z.literal('retiro'),
    datos: z.object({ estado: z.string(), centimos: z.coerce.number() }),
  }),
  common.extend({
    tipo: z.literal('resena'),
    datos: named.extend({ slug: z.string(), estrellas: z.number(), resena_id: z.string().nullish() }),
  }),
  common.extend({
    tipo: z.literal('segundo_factor'),
    datos: z.object({
      estado: z.enum(secondFactorNews),
      app: z.string().default(''),
      quedan: z.number().default(0),
      motivo: z.string().default(''),
    }),
  }),
  common.extend({
    tipo: z.literal('favorito'),
    datos: named.extend({
      motivo: z.enum(['oferta', 'estreno', 'disponible']),
      slug: z.string(),
      precio_centimos: z.number().nullish(),
      oferta_centimos: z.number().nullish(),
    }),
  }),
  common.extend({
    tipo: z.literal('caso'),
    datos: z.object({ tipo: z.string(), centimos: z.coerce.number().nullish() }),
  }),
  common.extend({
    tipo: z.literal('devolucion'),
    datos: named.extend({ pago_id: z.string(), centimos: z.coerce.number() }),
  }),
  common.extend({
    tipo: z.literal('respuesta'),
    datos: named.extend({ slug: z.string(), resena_id: z.string().nullish() }),
  }),
  common.extend({
    tipo: z.literal('venta'),
    datos: named.extend({ dia: z.string(), cuantas: count, centimos: count, pedido_id: z.string() }),
  }),
  common.extend({
    tipo: z.literal('seguidores'),
    datos: z.object({ dia: z.string(), cuantos: count, de: z.string() }),
  }),
  common.extend({
    tipo: z.literal('disputa'),
    datos: named.extend({ fase: z.enum(['abierta', 'perdida', 'ganada']), centimos: count, pedido_id: z.string() }),
  }),
  common.extend({
    tipo: z.literal('venta_devuelta'),
    datos: named.extend({ centimos: count, motivo: z.string().nullish(), pedido_id: z.string() }),
  }),
  common.extend({
    tipo: z.literal('publicacion'),
    datos: z.object({ publicacion: z.string(), titulo: z.string(), de: z.string(), publica: z.boolean() }),
  }),
  common.extend({ tipo: z.literal('pregunta'), datos: named.extend({ slug: z.string(), pregunta_id: z.string() }) }),
  common.extend({ tipo: z.literal('contestada'), datos: named.extend({ slug: z.string(), pregunta_id: z.string() }) }),
  common.extend({ tipo: z.literal('marca_fallida'), datos: named.extend({ motivo: z.enum(stampProblems) }) }),
  common.extend({
    tipo: z.literal('cuarentena'),
    datos: named.extend({ slug: z.string(), hallazgo: z.string(), es_suyo: z.boolean() }),
  }),
  common.extend({
    tipo: z.literal('moderacion'),
    datos: z.object({
      que: z.enum(moderationNews),
      tipo: z.string(),
      nombre: z.string().nullish(),
      nombre_en: z.string().nullish(),
    }),
  }),
  common.extend({
    tipo: z.literal('producto_editado'),
    datos: named.extend({ slug: z.string(), campos: z.array(z.enum(editedFields)) }),
  }),
  common.extend({ tipo: z.literal('logro'), datos: z.object({ logro: z.enum(achievements) }) }),
]);
export type NotificationRow = z.output<typeof notificationRow>;
