import { buyerData, type Outcome, outcomeOf } from './act.ts';
import type { Product } from './goods.ts';
import type { Client, Operation, Planned } from './operation.ts';
import { at } from './pick.ts';

type Purchase = { product: Product; coupon?: string; recipient?: string; provider: 'stripe' | 'paypal' };

const start = { stripe: '/api/create-checkout-session', paypal: '/api/create-order' };

/** Ends the payment at the provider's page: paid, cancelled, declined, or paid by a delayed method. */
async function endAtProvider({ shop }: Client, provider: 'stripe' | 'paypal', reference: string, dice: number) {
  const { stripe, paypal } = shop.provider;
  if (dice <= 80) await (provider === 'stripe' ? stripe.pay(reference) : paypal.approve(reference));
  else if (dice <= 88) return 'left';
  else if (dice <= 92) await (provider === 'stripe' ? stripe.expire(reference) : paypal.expire(reference));
  else if (dice <= 96) {
    // A declined card: Stripe keeps the page open, PayPal refuses the shop's capture.
    if (provider === 'paypal') await paypal.approve(reference, { funding: 'declined' });
    else await stripe.pay(reference, { card: '4000 0000 0000 0002' }).catch(() => undefined);
  } else if (provider === 'stripe') await stripe.payLater(reference, 1);
  else await paypal.approve(reference, { funding: 'pending' });
  return 'done';
}

async function buy(client: Client, planned: Planned, purchase: Purchase): Promise<Outcome> {
  const { shop, acts } = client;
  const { product, coupon, recipient, provider } = purchase;
  const buyer = at(client.people, planned.person);
  const data = {
    producto: product.slug,
    ...buyerData,
    ...(coupon ? { cupon: coupon } : {}),
    ...(recipient ? { destinatario: recipient, minecraftName: null, mensaje: 'Para ti' } : {}),
    intento: planned.attempt,
  };
  const { faults } = planned;
  if (faults.opening?.provider === provider) await shop.provider.addFault(faults.opening);
  const answer = await acts.insist(() => acts.send(buyer, 'POST', start[provider], data), 300);
  const reference = String(answer.body.id ?? '');
  if (answer.status !== 200 || !reference) return outcomeOf(answer);
  client.payments.push({ provider, reference });
  if (faults.news) await shop.provider.addFault({ ...faults.news, scope: { id: reference } });
  const ended = await endAtProvider(client, provider, reference, planned.dice);
  const verify = provider === 'stripe' ? 'verificar-pago?session_id' : 'verificar-paypal?order_id';
  if (planned.amount % 2 === 0) await acts.send(buyer, 'GET', `/api/${verify}=${reference}`);
  return ended;
}

/** Pays without a provider, by the database function behind the payment form. */
async function payAtOnce(client: Client, planned: Planned, product: Product, method: 'uncoins' | 'gratis') {
  const pay = () =>
    client.acts.call(at(client.people, planned.person), 'crear_pago', {
      ...{ p_producto: product.id, p_edicion: null, p_bundle: null, p_metodo: method, p_cupon: null },
      ...{ p_destinatario: null, p_minecraft_name: 'jugador_1', p_clave: planned.attempt },
      p_consentimiento: buyerData.consentimiento,
    });
  return outcomeOf(await client.acts.insist(pay, 300));
}

/** Operations of buyers. */
export const shoppingOperations: Record<string, Operation> = {
  buyByCard: {
    weight: 14,
    run: (client, planned) =>
      buy(client, planned, { product: at(client.world.products, planned.thing), provider: 'stripe' }),
  },
  buyByPayPal: {
    weight: 12,
    run: (client, planned) =>
      buy(client, planned, { product: at(client.world.products, planned.thing), provider: 'paypal' }),
  },
  buyTheLast: {
    weight: 6,
    run: (client, planned) =>
      buy(client, planned, {
        product: at(client.world.scarce, planned.thing),
        provider: planned.thing % 2 === 0 ? 'stripe' : 'paypal',
      }),
  },
  buyWithCoupon: {
    weight: 5,
    run: (client, planned) => {
      const { code, product } = at(client.world.coupons, planned.thing);
      return buy(client, planned, { product, coupon: code, provider: planned.thing % 2 === 0 ? 'stripe' : 'paypal' });
    },
  },
  buyPack: {
    weight: 5,
    run: (client, planned) =>
      buy(client, planned, { product: at(client.world.packs, planned.thing), provider: 'stripe' }),
  },
  give: {
    weight: 4,
    run: (client, planned) =>
      buy(client, planned, {
        product: at(client.world.products, planned.thing),
        recipient: at(client.world.people, planned.amount).username,
        provider: planned.thing % 2 === 0 ? 'stripe' : 'paypal',
      }),
  },
  payInCoins: {
    weight: 8,
    run: (client, planned) => payAtOnce(client, planned, at(client.world.products, planned.thing), 'uncoins'),
  },
  claimFree: {
    weight: 3,
    run: (client, planned) => payAtOnce(client, planned, at(client.world.free, planned.thing), 'gratis'),
  },
  redeemCode: {
    weight: 3,
    run: async ({ acts, people, world }, { person, thing }) => {
      const args = { p_codigo: at(world.codes, thing), p_minecraft_name: 'jugador_1' };
      return outcomeOf(await acts.call(at(people, person), 'canjear_codigo', args));
    },
  },
  claimWithClub: {
    weight: 2,
    run: async ({ acts, people, world }, { person, thing }) => {
      const args = { p_producto: at(world.clubOnly, thing).id, p_minecraft_name: 'jugador_1' };
      return outcomeOf(await acts.call(at(people, person), 'reclamar_con_club', args));
    },
  },
  review: {
    weight: 4,
    run: async ({ acts, people, world }, { person, thing, dice }) => {
      const args = { p_producto: at(world.products, thing).id, p_estrellas: 1 + (dice % 5), p_texto: 'Bien' };
      return outcomeOf(await acts.call(at(people, person), 'escribir_resena', args));
    },
  },
  deleteReview: {
    weight: 1,
    run: async ({ acts, people, world }, { person, thing }) =>
      outcomeOf(await acts.call(at(people, person), 'borrar_resena', { p_producto: at(world.products, thing).id })),
  },
  favourite: {
    weight: 4,
    run: async ({ acts, people, world }, { person, thing, dice }) => {
      const [who, what] = [at(people, person), at(world.products, thing)];
      const filter = `favoritos?user_id=eq.${who.id}&producto_id=eq.${what.id}`;
      const answer =
        dice <= 70
          ? await acts.row(who, 'POST', 'favoritos', { user_id: who.id, producto_id: what.id })
          : await acts.row(who, 'DELETE', filter);
      return outcomeOf(answer);
    },
  },
  follow: {
    weight: 3,
    run: async ({ acts, people, world }, { person, thing, dice }) => {
      const [who, whom] = [at(people, person), at(world.creators, thing)];
      const filter = `follows?follower_id=eq.${who.id}&following_id=eq.${whom.id}`;
      const answer =
        dice <= 70
          ? await acts.row(who, 'POST', 'follows', { follower_id: who.id, following_id: whom.id })
          : await acts.row(who, 'DELETE', filter);
      return outcomeOf(answer);
    },
  },
  download: {
    weight: 2,
    run: async ({ acts, people, sql }, { person }) => {
      const who = at(people, person);
      const [order] =
        await sql`select id from adquisiciones where user_id = ${who.id} and producto_id is not null limit 1`;
      return order ? outcomeOf(await acts.send(who, 'GET', `/api/download/${order.id}`)) : 'nothing yet';
    },
  },
  readNotifications: {
    weight: 1,
    run: async ({ acts, people }, { person }) =>
      outcomeOf(await acts.call(at(people, person), 'marcar_avisos_leidos', {})),
  },
};
