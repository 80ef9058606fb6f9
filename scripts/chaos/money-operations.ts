import { outcomeOf } from './act.ts';
import type { Client, Operation } from './operation.ts';
import { at } from './pick.ts';

const nothingYet = 'nothing yet';

/** The shop's payment of a client's purchase, as in the panel. */
async function paymentOf({ sql }: Client, reference: string): Promise<{ id: string; total: number } | undefined> {
  const [row] = await sql<Array<{ id: string; total: number }>>`
    select id, total_centimos as total from pagos where referencia = ${reference} and estado = 'entregado'`;
  return row;
}

const euros = (cents: number) => ({ currency_code: 'EUR', value: (cents / 100).toFixed(2) });

/** Operations of admins, banks and Club members. */
export const moneyOperations: Record<string, Operation> = {
  refundByShop: {
    weight: 3,
    run: async (client, { thing, amount, dice, attempt }) => {
      const payment = client.payments.length > 0 && (await paymentOf(client, at(client.payments, thing).reference));
      if (!payment) return nothingYet;
      const args = { p_pago: payment.id, p_motivo: 'Lo pide quien compró' };
      const part = { ...args, p_centimos: 1 + (amount % payment.total), p_clave: attempt };
      const ask = () =>
        dice <= 50
          ? client.acts.call(client.world.admin, 'pedir_reembolso', args)
          : client.acts.call(client.world.admin, 'pedir_reembolso_parcial', part);
      return outcomeOf(await client.acts.insist(ask, 300));
    },
  },
  refundByProvider: {
    weight: 3,
    run: async (client, { thing, amount, dice }) => {
      if (client.payments.length === 0) return nothingYet;
      const { provider, reference } = at(client.payments, thing);
      const payment = await paymentOf(client, reference);
      if (!payment) return nothingYet;
      const part = dice <= 50 ? undefined : 1 + (amount % payment.total);
      if (provider === 'stripe') await client.shop.provider.stripe.refund(reference, part);
      else await client.shop.provider.paypal.refund(reference, part === undefined ? undefined : euros(part));
      return 'done';
    },
  },
  dispute: {
    weight: 2,
    run: async (client, { thing, dice }) => {
      if (client.payments.length === 0) return nothingYet;
      const payment = at(client.payments, thing);
      if (!(await paymentOf(client, payment.reference))) return nothingYet;
      const { stripe, paypal } = client.shop.provider;
      if (payment.provider === 'stripe') await stripe.dispute(payment.reference, { inquiry: dice <= 20 });
      else await paypal.dispute(payment.reference, { stage: dice <= 20 ? 'INQUIRY' : 'CHARGEBACK' });
      client.disputed.push(payment);
      return 'done';
    },
  },
  closeDispute: {
    weight: 2,
    run: async (client, { dice }) => {
      const payment = client.disputed.shift();
      if (!payment) return nothingYet;
      const { stripe, paypal } = client.shop.provider;
      const isWon = dice <= 50;
      if (payment.provider === 'paypal') {
        await paypal.resolveDispute(payment.reference, isWon ? 'RESOLVED_SELLER_FAVOUR' : 'RESOLVED_BUYER_FAVOUR');
      } else {
        // An inquiry ends without a decision unless it has become a chargeback.
        await stripe
          .closeDispute(payment.reference, isWon ? 'won' : 'lost')
          .catch(() => stripe.closeDispute(payment.reference, 'warning_closed'));
      }
      return 'done';
    },
  },
  joinClub: {
    weight: 2,
    run: async ({ shop, acts, people }, { person, dice }) => {
      const answer = await acts.send(at(people, person), 'POST', '/api/club-subscribe', {
        plan: dice <= 70 ? 'monthly' : 'yearly',
      });
      const session = /cs_\w+/.exec(String(answer.body.sessionUrl ?? ''))?.[0];
      if (!session) return outcomeOf(answer);
      await shop.provider.stripe.pay(session);
      return 'done';
    },
  },
  leaveClub: {
    weight: 1,
    run: async ({ acts, people }, { person }) =>
      outcomeOf(await acts.send(at(people, person), 'POST', '/api/cancel-subscription', {})),
  },
  resumeClub: {
    weight: 1,
    run: async ({ acts, people }, { person }) =>
      outcomeOf(await acts.send(at(people, person), 'POST', '/api/resume-subscription', {})),
  },
  renewClub: {
    weight: 1,
    run: async ({ shop, people, sql }, { person, dice }) => {
      const [row] = await sql`select referencia as reference from suscripciones
        where user_id = ${at(people, person).id} and estado <> 'terminada' limit 1`;
      if (!row) return nothingYet;
      await shop.provider.stripe.renew(String(row.reference), dice <= 80 ? 'paid' : 'failed');
      return 'done';
    },
  },
  decideWithdrawal: {
    weight: 3,
    run: async ({ acts, world, sql }, { thing, dice }) => {
      const waiting =
        await sql`select id from withdrawals where estado = 'solicitado' order by created_at, id limit 20`;
      if (waiting.length === 0) return nothingYet;
      const args = {
        p_retiro: at(waiting, thing).id,
        p_aprobar: dice <= 75,
        p_motivo: dice <= 75 ? null : 'No procede',
      };
      return outcomeOf(await acts.call(world.admin, 'resolver_retiro', args));
    },
  },
};
