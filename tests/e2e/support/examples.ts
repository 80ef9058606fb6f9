import { categoryPaths } from '../../../lib/catalog/categories.ts';
import { legalPages } from '../../../lib/legal/pages.ts';
import { actingAs, database } from './database.ts';
import { createPost, createProduct, createQuestions } from './goods.ts';
import { createPerson, type Person } from './people.ts';
import { reportReversals, sell } from './sales.ts';

type Examples = Record<string, string[]>;

async function idOf(query: PromiseLike<readonly Record<string, unknown>[]>): Promise<string> {
  const [row] = await query;
  if (!row) throw new Error('there is nothing to show');
  return String(Object.values(row)[0]);
}

/** Examples of public pages with parameters, and of pages that change with a query. */
export async function examplesForAll(): Promise<Examples> {
  const sql = database();
  const after: string[] = [];
  for (const [path, category] of Object.entries(categoryPaths)) {
    const slug = await idOf(sql`select slug from productos where status = 'approved' and category = ${category}
      order by created_at desc, id limit 1`);
    after.push(`/${path}/desde/${slug}`);
  }
  const slug = await idOf(sql`select p.slug from productos p join usuarios_meta u on u.id = p.usuario_id
    where u.display_name = 'Aurelia Vox' and p.status = 'approved' order by p.created_at desc limit 1`);
  const creator = await createPerson();
  const asked = await createProduct({ usuario_id: creator.id });
  await createQuestions(asked, creator, await createPerson(), 51);
  return {
    '/[category]': Object.keys(categoryPaths).map((path) => `/${path}`),
    '/[category]/desde/[after]': after,
    '/[category]/filtros': Object.keys(categoryPaths).map((path) => `/${path}/filtros`),
    '/legal/[page]': legalPages.map((page) => `/legal/${page}`),
    '/account/[display_name]': ['/account/Aurelia%20Vox'],
    '/account/[display_name]/desde/[after]': [`/account/Aurelia%20Vox/desde/${slug}`],
    '/p/[slug]': ['/p/fragua-arcana'],
    '/p/[slug]/questions': ['/p/fragua-arcana/questions'],
    '/p/[slug]/questions/[further]': [`/p/${asked.slug}/questions/2`],
    '/p/[slug]/reviews': ['/p/fragua-arcana/reviews'],
    '/post/[id]': [`/post/${await createPost(creator, 'publico')}`],
    '/search/[query]': ['/search/fragua', '/search/nada-de-nada'],
  };
}

/** Pages of a person's purchases, gifts, products and drafts. */
export async function examplesOf(person: Person): Promise<Examples> {
  const product = await createProduct({ usuario_id: person.id });
  const waiting = await createProduct({ usuario_id: person.id, status: 'pending' });
  const reduced = await createProduct({ usuario_id: person.id, oferta_fija: 7 });
  const [sold, bought] = [await sell(product), await sell(await createProduct(), person)];
  const given = await sell(await createProduct(), undefined, person);
  const requests: string[] = [];
  await actingAs(bought.buyer, async (own) => {
    requests.push(
      await idOf(own`select abrir_solicitud('creador', 'pregunta', null, ${bought.order}, null, 'No arranca en mi servidor.')
        ->> 'solicitud_id' as id`),
    );
  });
  await actingAs(sold.buyer, async (own) => {
    requests.push(
      await idOf(own`select abrir_solicitud('creador', 'pregunta', null, ${sold.order}, null, 'No arranca en mi servidor.')
        ->> 'solicitud_id' as id`),
    );
  });
  const post = await createPost(person, 'seguidores');
  return {
    '/cart': ['/cart', '/cart?producto=fragua-arcana'],
    '/checkout': ['/checkout?producto=fragua-arcana'],
    '/dashboard/posts/[id]': ['/dashboard/posts/new', `/dashboard/posts/${post}`],
    '/dashboard/sales/[id]': [`/dashboard/sales/${sold.order}`],
    '/dashboard/servers/product/[id]': [`/dashboard/servers/product/${product.id}`],
    '/edit/[slug]': [`/edit/${reduced.slug}`],
    '/preview/[slug]': [`/preview/${waiting.slug}`],
    '/profile/gift/[id]': [`/profile/gift/${given.payment}`],
    '/dashboard/help/[id]': [`/dashboard/help/${requests[1]}`],
    '/profile/help/[id]': [`/profile/help/${requests[0]}`],
    '/profile/help/new': [`/profile/help/new?pedido=${bought.order}`],
    '/profile/order/[id]': [`/profile/order/${bought.order}`],
    '/profile/post/[id]': [`/profile/post/${post}`],
    '/profile/payment/[id]': [`/profile/payment/${bought.payment}`],
    '/profile/settings': ['/profile/settings', '/profile/settings?tab=security'],
  };
}

/** Staff pages of a single object. */
export async function examplesOfStaff(): Promise<Examples> {
  const sql = database();
  const creator = await createPerson();
  const product = await createProduct({ usuario_id: creator.id });
  const sale = await sell(product);
  const dispute = { referencia: `dp_${sale.payment}`, centimos: 100, abierta_at: new Date().toISOString() };
  await reportReversals(sale, { disputas: [{ ...dispute, fase: 'abierta', version: 1 }] });
  await reportReversals(sale, { disputas: [{ ...dispute, fase: 'ganada', version: 2 }] });
  await sql`insert into movimientos_ingresos (usuario_id, centimos, concepto, clave)
    values (${creator.id}, 2000, 'ajuste', gen_random_uuid()::text)`;
  await actingAs(
    creator,
    (own) => own`select pedir_retiro('cobros@paypal.example', 500, gen_random_uuid()::text, ${creator.password})`,
  );
  await actingAs(
    sale.buyer,
    (own) => own`select abrir_solicitud('tienda', 'pregunta', null, ${sale.order}, null, 'No arranca en mi servidor.')`,
  );
  const idsOf = {
    requests: sql`select id from solicitudes where user_id = ${sale.buyer.id}`,
    disputes: sql`select id from disputas where pago_id = ${sale.payment}`,
    withdrawals: sql`select id from withdrawals where usuario_id = ${creator.id}`,
    revision: sql`select id from revisiones_producto where estado = 'pendiente' order by enviada_at limit 1`,
  };
  return {
    '/dashboard-admin/disputes/[id]': [`/dashboard-admin/disputes/${await idOf(idsOf.disputes)}`],
    '/dashboard-admin/help/[id]': [`/dashboard-admin/help/${await idOf(idsOf.requests)}`],
    '/dashboard-admin/payments/[id]': [`/dashboard-admin/payments/${sale.payment}`],
    '/dashboard-admin/products/[id]': [`/dashboard-admin/products/${product.id}`],
    '/dashboard-admin/products/[id]/content': [`/dashboard-admin/products/${product.id}/content`],
    '/dashboard-admin/users/[id]': [`/dashboard-admin/users/${creator.id}`],
    '/dashboard-admin/withdrawals/[id]': [`/dashboard-admin/withdrawals/${await idOf(idsOf.withdrawals)}`],
    '/moderation/[id]': [`/moderation/${await idOf(idsOf.revision)}`],
  };
}
