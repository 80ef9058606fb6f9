import { outcomeOf } from './act.ts';
import type { Operation } from './operation.ts';
import { password } from './people.ts';
import { at } from './pick.ts';

/** The content of a product in the format of its form. */
const contentOf = (name: string, cents: number) => ({
  ...{ nombre: name, precio: cents / 100, category: 'plugin', acerca_de: 'Caos', descripcion: '<p>Caos</p>' },
  ...{ portada_url: '/default-cover.webp', descargable: true, download_link: 'https://example.org/x.zip' },
});

/** Operations of creators, moderators and support. */
export const creatorOperations: Record<string, Operation> = {
  askWithdrawal: {
    weight: 3,
    run: async ({ acts, world }, { person, amount, attempt }) => {
      const who = at(world.creators, person);
      const args = {
        p_paypal_email: who.email,
        p_centimos: 500 + (amount % 1500),
        p_clave: attempt,
        p_contrasena: password,
      };
      return outcomeOf(await acts.insist(() => acts.call(who, 'pedir_retiro', args), 300));
    },
  },
  changePrice: {
    weight: 2,
    run: async ({ acts, world, sql }, { thing, amount, dice }) => {
      const product = at(world.products, thing);
      const [row] = await sql`select (precio * 100)::int as cents from productos where id = ${product.id}`;
      // Larger price changes are refused.
      const price = Math.round((Number(row?.cents) * (95 + (amount % 11))) / 100) / 100;
      const offer = dice <= 30 ? Math.round(price * 95) / 100 : null;
      const args = { p_producto: product.id, p_precio: price, p_oferta: offer, p_ediciones: [] };
      return outcomeOf(await acts.call(product.creator, 'cambiar_precios', args));
    },
  },
  makeCoupon: {
    weight: 1,
    run: async ({ acts, world }, { thing, dice, attempt }) => {
      const product = at(world.products, thing);
      return outcomeOf(
        await acts.call(product.creator, 'crear_cupon', {
          ...{ p_producto: product.id, p_codigo: `C-${attempt.slice(0, 8)}`, p_porcentaje: 1 + (dice % 15) },
          ...{ p_centimos: null, p_minimo_centimos: null, p_desde: null, p_hasta: null, p_usos_max: dice },
          p_usos_por_usuario: 1,
        }),
      );
    },
  },
  publish: {
    weight: 1,
    run: async ({ acts, world }, { person, amount, attempt }) => {
      const slug = `caos-${attempt.slice(0, 13)}`;
      const args = { p_slug: slug, p_contenido: contentOf(slug, 100 + amount) };
      return outcomeOf(await acts.call(at(world.creators, person), 'crear_producto', args));
    },
  },
  change: {
    weight: 2,
    run: async ({ acts, world }, { thing, amount }) => {
      const product = at(world.products, thing);
      const args = { p_producto: product.id, p_contenido: contentOf(product.slug, 100 + amount) };
      return outcomeOf(await acts.call(product.creator, 'proponer_cambios', args));
    },
  },
  decideRevision: {
    weight: 3,
    run: async ({ acts, world, sql }, { thing, dice }) => {
      const waiting = await sql`select id, md5(contenido::text) as print from revisiones_producto
        where estado = 'pendiente' order by enviada_at, id limit 20`;
      if (waiting.length === 0) return 'nothing yet';
      const { id, print } = at(waiting, thing);
      const isGood = dice <= 80;
      return outcomeOf(
        await acts.call(world.moderator, 'decidir_revision', {
          ...{ p_revision: id, p_huella: print, p_aprobar: isGood },
          ...{ p_motivos: isGood ? [] : ['calidad'], p_nota: isGood ? '' : 'Falta algo' },
        }),
      );
    },
  },
  saveDraft: {
    weight: 1,
    run: async ({ acts, world }, { person, amount, attempt }) =>
      outcomeOf(
        await acts.call(at(world.creators, person), 'guardar_borrador', {
          ...{ p_id: attempt, p_producto: null, p_contenido: contentOf('borrador', amount), p_version: 0 },
        }),
      ),
  },
  answerReview: {
    weight: 1,
    run: async ({ acts, world, sql }, { thing }) => {
      const product = at(world.products, thing);
      const [review] = await sql`select id from resenas where producto_id = ${product.id} limit 1`;
      if (!review) return 'nothing yet';
      return outcomeOf(
        await acts.call(product.creator, 'responder_resena', { p_resena: review.id, p_texto: 'Gracias' }),
      );
    },
  },
  report: {
    weight: 1,
    run: async ({ acts, people, world }, { person, thing }) => {
      const args = { p_tipo: 'producto', p_objeto: at(world.products, thing).id, p_motivo: 'otro', p_texto: '' };
      return outcomeOf(await acts.call(at(people, person), 'reportar', args));
    },
  },
  settleReport: {
    weight: 1,
    run: async ({ acts, world, sql }, { dice }) => {
      const [report] = await sql`select id from reportes where estado = 'abierto' order by created_at limit 1`;
      if (!report) return 'nothing yet';
      const args = { p_reporte: report.id, p_estado: dice <= 50 ? 'resuelto' : 'descartado', p_nota: 'Mirado' };
      return outcomeOf(await acts.call(world.moderator, 'resolver_reporte', args));
    },
  },
};
