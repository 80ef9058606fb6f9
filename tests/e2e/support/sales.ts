import { randomUUID } from 'node:crypto';
import { consentVersion } from '../../../lib/checkout/consent.ts';
import { actingAs, database } from './database.ts';
import { createPerson, type Person } from './people.ts';

export type MadeSale = { order: string; payment: string; reference: string; buyer: Person };

/** Sells a product by card, through the functions of a purchase; with a recipient, as a gift. */
export async function sell(product: { id: string }, buyer?: Person, recipient?: Person): Promise<MadeSale> {
  const person = buyer ?? (await createPerson());
  const reference = `cs_venta_${randomUUID()}`;
  let payment = '';
  let cents = 0;
  await actingAs(person, async (sql) => {
    const [row] = await sql`select crear_pago(p_producto => ${product.id}, p_edicion => null, p_bundle => null,
      p_metodo => 'tarjeta', p_cupon => null, p_destinatario => ${recipient?.id ?? null}, p_minecraft_name => 'jugador_1',
      p_clave => ${randomUUID()}, p_consentimiento => ${consentVersion}) as made`;
    if (!row?.made.ok) throw new Error(`no payment: ${row?.made.error}`);
    payment = row.made.pago_id;
    cents = row.made.total_centimos;
  });
  const sql = database();
  await sql`select vincular_pago(${payment}, 'stripe', ${reference})`;
  await sql`select entregar_pago('stripe', ${reference}, ${cents}, 'eur')`;
  const [order] = await sql`select id from adquisiciones where pago_id = ${payment}`;
  return { order: String(order?.id), payment, reference, buyer: person };
}

/** Records refunds and disputes of a sale, as reported by its provider. */
export async function reportReversals(
  { reference }: Pick<MadeSale, 'reference'>,
  facts: Record<string, unknown>,
): Promise<void> {
  const sql = database();
  await sql`select anotar_reversiones('stripe', ${reference}, ${sql.json(facts as never)})`;
}
