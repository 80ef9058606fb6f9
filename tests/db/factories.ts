import { randomUUID } from 'node:crypto';
import { authIdentity, authUser } from '@unstore/local-supabase/auth-rows';
import bcrypt from 'bcryptjs';
import { consentVersion } from '@/lib/checkout/consent';
import { dayInSpain } from '@/lib/core/day';
import type { Answer, Sql, TestDatabase } from './harness.ts';

let count = 0;
const next = () => {
  count += 1;
  return count;
};

/** The date some days ahead of today in Spain, as `YYYY-MM-DD`. A day that changes the clock counts as one, too. */
export const dayAhead = (days: number): string =>
  new Date(Date.parse(dayInSpain()) + days * 86_400_000).toISOString().slice(0, 10);

/** Signs a person up, as Auth does, and gives the account what only the shop may change. */
export async function createUser(sql: Sql, account: Record<string, unknown> = {}): Promise<string> {
  const id = randomUUID();
  const username = `persona${next()}`;
  const user = {
    ...{ id, email: `${username}@gmail.com`, hash: undefined, since: new Date() },
    metadata: { username, display_name: username },
  };
  await sql`insert into auth.users ${sql(authUser(user) as never)}`;
  if (Object.keys(account).length > 0) await sql`update usuarios_meta set ${sql(account)} where id = ${id}`;
  return id;
}

/** A person who logs in by mail address and password, with the identity that Auth reads. */
export async function createAccount(sql: Sql, { confirmed = true, password = 'Secreta123' } = {}) {
  const id = await createUser(sql);
  const email = `${randomUUID()}@gmail.com`;
  await sql`update auth.users set email = ${email}, email_confirmed_at = ${confirmed ? new Date() : null} where id = ${id}`;
  await sql`insert into auth.identities ${sql(authIdentity(randomUUID(), { id, email, since: new Date() }) as never)}`;
  await givePassword(sql, id, password);
  await sql`delete from correos where user_id = ${id}`;
  return { id, email, password };
}

/** Sets a person's password and returns it. */
export async function givePassword(sql: Sql, user: string, password = 'Secreta123'): Promise<string> {
  await sql`update auth.users set encrypted_password = ${bcrypt.hashSync(password, 4)} where id = ${user}`;
  return password;
}

/** Gives a person a second factor, as Auth does when its first code was right. */
export async function createFactor(sql: Sql, user: string, name = 'Teléfono'): Promise<string> {
  const id = randomUUID();
  await sql`insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
    values (${id}, ${user}, ${name}, 'totp', 'unverified', now(), now())`;
  await sql`update auth.mfa_factors set status = 'verified' where id = ${id}`;
  return id;
}

/** Creates a session of a person, as Auth stores it. */
export async function createSession(sql: Sql, user: string, aal: 'aal1' | 'aal2'): Promise<string> {
  const id = randomUUID();
  await sql`insert into auth.sessions (id, user_id, aal, created_at) values (${id}, ${user}, ${aal}, now())`;
  return id;
}

/** Creates a product on sale for 10 euros by default, with a new creator unless given. */
export async function createProduct(sql: Sql, product: Record<string, unknown> = {}): Promise<string> {
  const number = next();
  const row = {
    id: randomUUID(),
    nombre: `Producto ${number}`,
    slug: `producto-${number}`,
    precio: 10,
    portada_url: '/media/portadas/p.webp',
    download_link: 'https://ejemplo.test/producto.zip',
    category: 'plugin',
    status: 'approved',
    usuario_id: product.usuario_id ?? (await createUser(sql)),
    ...product,
  };
  await sql`insert into productos ${sql(row as Record<string, unknown>)}`;
  return row.id;
}

export async function createEdition(
  sql: Sql,
  producto: string,
  edition: Record<string, unknown> = {},
): Promise<string> {
  const row = { id: randomUUID(), producto_id: producto, nombre: `Edición ${next()}`, precio: 20, ...edition };
  await sql`insert into ediciones ${sql(row)}`;
  return row.id;
}

export async function createBundle(
  sql: Sql,
  products: string[],
  bundle: Record<string, unknown> = {},
): Promise<string> {
  const row = { id: randomUUID(), nombre: `Pack ${next()}`, precio: 15, ...bundle };
  await sql`insert into bundles ${sql(row)}`;
  await sql`insert into bundles_productos ${sql(products.map((producto_id) => ({ bundle_id: row.id, producto_id })))}`;
  return row.id;
}

export async function createCoupon(
  sql: Sql,
  product_id: string,
  coupon: Record<string, unknown> = {},
): Promise<string> {
  const row = { codigo: `CUPON${next()}`, product_id, percent_discount: 20, ...coupon };
  await sql`insert into codigos_cupones ${sql(row)}`;
  return row.codigo;
}

/** What a creator submits as the content of a product. */
export const submission = (change: Record<string, unknown> = {}) => ({
  nombre: 'Torre de Marfil',
  precio: 9.99,
  portada_url: '/media/portadas/p.webp',
  category: 'plugin',
  descargable: true,
  download_link: 'https://ejemplo.test/torre.zip',
  ...change,
});

/** Creates a coupon of a creator as the creator does: 10 percent by default. */
export const createOwnCoupon = (
  db: TestDatabase,
  creator: string,
  product: string,
  coupon: Record<string, unknown> = {},
): Promise<Answer> =>
  db.callAs(creator, 'crear_cupon', {
    p_producto: product,
    p_codigo: 'regalo',
    p_porcentaje: 'p_centimos' in coupon ? null : 10,
    p_centimos: null,
    p_minimo_centimos: null,
    p_desde: null,
    p_hasta: null,
    p_usos_max: null,
    p_usos_por_usuario: null,
    ...coupon,
  });

/** Adds to a balance, as a correction of the shop. */
export async function giveCoins(sql: Sql, user: string, coins: number): Promise<void> {
  await sql`insert into movimientos_uncoins (user_id, cantidad, concepto, clave)
    values (${user}, ${coins}, 'ajuste', ${randomUUID()})`;
}

export type Purchase = {
  producto?: string;
  edicion?: string;
  bundle?: string;
  metodo?: string;
  cupon?: string;
  destinatario?: string;
  /** Null for a gift: its recipient enters the name. */
  minecraft?: string | null;
  clave?: string;
  /** The total that the buyer saw. */
  total?: number;
  /** The accepted version; by default the newest. */
  consentimiento?: string | null;
};

/** Asks for a payment as a buyer does at checkout. */
export function createPayment(db: TestDatabase, buyer: string, purchase: Purchase): Promise<Answer> {
  return db.callAs(buyer, 'crear_pago', {
    p_producto: purchase.producto,
    p_edicion: purchase.edicion,
    p_bundle: purchase.bundle,
    p_metodo: purchase.metodo ?? 'tarjeta',
    p_cupon: purchase.cupon,
    p_destinatario: purchase.destinatario,
    p_minecraft_name: purchase.minecraft === undefined ? 'Jugador_1' : purchase.minecraft,
    p_clave: purchase.clave ?? randomUUID(),
    p_consentimiento: purchase.consentimiento === undefined ? consentVersion : purchase.consentimiento,
    ...(purchase.total === undefined ? {} : { p_total: purchase.total }),
  });
}

export type OpenPayment = { id: string; reference: string; cents: number };

/** A payment that waits at the card provider under a reference. */
export async function openPayment(db: TestDatabase, buyer: string, purchase: Purchase): Promise<OpenPayment> {
  const answer = await createPayment(db, buyer, purchase);
  if (!answer.ok) throw new Error(`no payment: ${answer.error}`);
  const id = String(answer.pago_id);
  const reference = `cs_test_${next()}`;
  await db.callService('vincular_pago', { p_pago: id, p_proveedor: 'stripe', p_referencia: reference });
  return { id, reference, cents: Number(answer.total_centimos) };
}

/** Delivers a payment as a webhook or a return page does. */
export function deliver(db: TestDatabase, payment: OpenPayment, change: Record<string, unknown> = {}): Promise<Answer> {
  return db.callService('entregar_pago', {
    p_proveedor: 'stripe',
    p_referencia: payment.reference,
    p_importe_centimos: payment.cents,
    p_moneda: 'eur',
    ...change,
  });
}

/** Buys and pays: the whole way in one step. */
export async function buy(db: TestDatabase, buyer: string, purchase: Purchase): Promise<OpenPayment> {
  const payment = await openPayment(db, buyer, purchase);
  const answer = await deliver(db, payment);
  if (!answer.ok) throw new Error(`not delivered: ${answer.error}`);
  return payment;
}

export type RefundFact = {
  referencia: string;
  estado: 'pendiente' | 'hecho' | 'fallido';
  centimos: number;
  /** The shop's refund that it belongs to, if ordered by the shop. */
  propio?: string | null;
  created_at?: string;
};
export type DisputeFact = {
  referencia: string;
  fase: 'consulta' | 'abierta' | 'sin_decidir' | 'perdida' | 'ganada';
  centimos: number;
  /** Progress of the dispute at its provider. */
  version: number;
  abierta_at?: string;
};

/** Records the card provider's refunds and disputes of a payment. */
export function reportReversals(
  db: TestDatabase,
  payment: { reference: string },
  facts: { reembolsos?: RefundFact[]; disputas?: DisputeFact[] },
): Promise<Answer> {
  return db.callService('anotar_reversiones', {
    p_proveedor: 'stripe',
    p_referencia: payment.reference,
    p_hechos: db.sql.json(facts),
  });
}

/** Refunds a payment in full at the provider, as the shop's ordered refund, if any. */
export async function refundAll(db: TestDatabase, payment: OpenPayment): Promise<Answer> {
  const [asked] = await db.sql`select id, referencia from reembolsos
    where pago_id = ${payment.id} and estado in ('pedido', 'pendiente') order by created_at limit 1`;
  const answer = await reportReversals(db, payment, {
    reembolsos: [
      {
        referencia: asked?.referencia ?? `re_${payment.id}`,
        estado: 'hecho',
        centimos: payment.cents,
        propio: asked?.id ?? null,
        created_at: new Date().toISOString(),
      },
    ],
  });
  if (!answer.ok) throw new Error(`not refunded: ${answer.error}`);
  return answer;
}

/** The bank takes all the money of a payment back until a dispute is decided. Answers the dispute's id at the provider. */
export async function openDispute(db: TestDatabase, payment: OpenPayment): Promise<string> {
  const referencia = `dp_${randomUUID()}`;
  const answer = await reportReversals(db, payment, {
    disputas: [
      { referencia, fase: 'abierta', centimos: payment.cents, version: 1, abierta_at: new Date().toISOString() },
    ],
  });
  if (!answer.ok) throw new Error(`not disputed: ${answer.error}`);
  return referencia;
}

/** The bank gives the money of a dispute back to the shop. */
export function winDispute(db: TestDatabase, payment: OpenPayment, referencia: string): Promise<Answer> {
  return reportReversals(db, payment, {
    disputas: [
      { referencia, fase: 'ganada', centimos: payment.cents, version: 2, abierta_at: new Date().toISOString() },
    ],
  });
}

/** An edition and a bundle of a product, with another product of its creator. */
export async function createParts(
  sql: Sql,
  product: string,
): Promise<{ edition: string; bundle: string; other: string }> {
  const [owner] = await sql`select usuario_id from productos where id = ${product}`;
  const other = await createProduct(sql, { usuario_id: owner?.usuario_id });
  const [edition, bundle] = [randomUUID(), randomUUID()];
  await sql`insert into ediciones (id, producto_id, nombre, precio, orden, incluye, download_link)
    values (${edition}, ${product}, 'Oro', 12, 1, 'Mas mapas', 'https://example.com/oro.zip')`;
  await sql`insert into bundles (id, producto_id, nombre, descripcion, precio) values (${bundle}, ${product}, 'Los dos', '', 15)`;
  await sql`insert into bundles_productos (bundle_id, producto_id) values (${bundle}, ${product}), (${bundle}, ${other})`;
  return { edition, bundle, other };
}

/** Changes fields of a product as an admin, from their present values. */
export async function editProduct(db: TestDatabase, admin: string, product: string, changes: object): Promise<Answer> {
  const [row] = await db.sql`select privado.campos_producto(p) as base from productos p where id = ${product}`;
  const args = { p_base: db.sql.json(row?.base), p_cambios: db.sql.json(changes as never) };
  return db.callAs(admin, 'guardar_producto', { p_producto: product, p_motivo: 'Prueba', ...args });
}

/** Changes fields of a person as an admin, from their present values. */
export async function editPerson(
  db: TestDatabase,
  admin: string,
  person: string,
  changes: object,
  p_motivo: string,
): Promise<Answer> {
  const [row] = await db.sql`select display_name, reputacion, role, uncoins from usuarios_meta where id = ${person}`;
  const args = { p_base: db.sql.json({ ...row }), p_cambios: db.sql.json(changes as never), p_motivo };
  return db.callAs(admin, 'guardar_usuario', { p_usuario: person, ...args });
}

type Decision = { p_revision: unknown; p_aprobar: boolean; p_motivos: string[]; p_nota: string | null };

/** Decides about a revision as it is. */
export async function decideRevision(db: TestDatabase, moderator: string, decision: Decision): Promise<Answer> {
  const [row] = await db.sql`select md5(contenido::text) as fingerprint from revisiones_producto
    where id = ${String(decision.p_revision)}`;
  return db.callAs(moderator, 'decidir_revision', { ...decision, p_huella: row?.fingerprint });
}
