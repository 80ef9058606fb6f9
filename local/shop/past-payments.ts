import { simulator } from '@unstore/payment-simulator/client';
import postgres from 'postgres';

type Row = {
  id: string;
  referencia: string;
  user_id: string;
  cents: number;
  email: string;
  name: string;
  created: number;
};

/**
 * Imports the demo's earlier card payments into the payment simulator, so that they can be refunded. One of them is
 * disputed once the shop receives events.
 *
 * @param databaseUrl the filled database
 * @param paymentsUrl the running simulator
 */
export async function importPastPayments(databaseUrl: string, paymentsUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const rows = await sql<Row[]>`
      select p.id, p.referencia, p.user_id, p.total_centimos as cents, a.email, u.display_name as name,
        extract(epoch from p.pagado_at)::integer as created
      from pagos p join auth.users a on a.id = p.user_id join usuarios_meta u on u.id = p.user_id
      where p.proveedor = 'stripe' and p.estado = 'entregado' and p.referencia like 'cs_demo_%'
        and not exists (select from reembolsos r where r.pago_id = p.id) order by p.pagado_at`;
    const payments = rows.map(({ id, referencia, user_id, ...row }) => ({
      ...row,
      id: referencia,
      paymentId: id,
      userId: user_id,
    }));
    const { stripe } = simulator(paymentsUrl);
    const { added } = await stripe.remember(payments);
    const disputed = payments.findLast(
      ({ cents, created }) => cents >= 1000 && created < Date.now() / 1000 - 6 * 86_400,
    );
    if (added > 0 && disputed) await stripe.dispute(disputed.id);
  } finally {
    await sql.end();
  }
}
