import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '@unstore/processes';
import { type Acts, buyerData, outcomeOf } from './act.ts';
import { type PlannedFaults, type Provider, planFaults } from './faults.ts';
import type { Product } from './goods.ts';
import type { Person } from './people.ts';
import type { ChaosShop } from './shop.ts';

type PlannedPurchase = {
  provider: Provider;
  buyer: number;
  product: number;
  attempt: string;
  pressesTwice: boolean;
  /** The buyer returns to the shop after paying. */
  returns: boolean;
  pauseMs: number;
  faults: PlannedFaults;
};

/** A purchase paid at the provider. */
export type Paid = { provider: Provider; reference: string; paidAt: number };

/**
 * Purchases of one client: each of its buyers buys different products, alternating between the providers.
 *
 * @param count purchases per provider
 */
export function planPurchases(random: Random, count: number, buyers: number, products: number): PlannedPurchase[] {
  let before: Provider = 'paypal';
  return Array.from({ length: 2 * count }, (_, index) => {
    const provider: Provider =
      index % 2 === 0 ? random.pick(['stripe', 'paypal']) : before === 'paypal' ? 'stripe' : 'paypal';
    before = provider;
    return {
      provider,
      buyer: index % buyers,
      product: (7 * (index % buyers) + Math.floor(index / buyers)) % products,
      attempt: random.uuid(),
      pressesTwice: random.chance(10),
      returns: random.chance(70),
      pauseMs: random.int(100, 900),
      faults: planFaults(random, provider),
    } satisfies PlannedPurchase;
  });
}

const paths = {
  stripe: { start: '/api/create-checkout-session', verify: '/api/verificar-pago?session_id=' },
  paypal: { start: '/api/create-order', verify: '/api/verificar-paypal?order_id=' },
};

/** Executes one purchase from the button to the confirmation page. Returns the reason if it did not start. */
export async function purchase(
  shop: ChaosShop,
  acts: Acts,
  buyer: Person,
  product: Product,
  plan: PlannedPurchase,
): Promise<Paid | { refused: string }> {
  const { provider, faults, pauseMs } = plan;
  const path = paths[provider];
  const data = { producto: product.slug, ...buyerData, intento: plan.attempt };
  const press = () => acts.send(buyer, 'POST', path.start, data);
  if (faults.opening) await shop.provider.addFault(faults.opening);
  if (plan.pressesTwice) void press();
  const answer = await acts.insist(press, pauseMs);
  const reference = String(answer.body.id ?? '');
  if (answer.status !== 200 || !reference) return { refused: `${outcomeOf(answer)} (${answer.status || 'no answer'})` };

  if (faults.news) await shop.provider.addFault({ ...faults.news, scope: { id: reference } });
  if (faults.later) await shop.provider.addFault({ ...faults.later, scope: { id: reference } });
  const { stripe, paypal } = shop.provider;
  try {
    await (provider === 'stripe' ? stripe.pay(reference) : paypal.approve(reference));
  } catch (error) {
    return { refused: `the page of the provider: ${(error as Error).message}` };
  }
  const paidAt = Date.now();
  if (plan.returns) {
    for (let look = 0; look < 4; look += 1) {
      const { body } = await acts.send(buyer, 'GET', `${path.verify}${reference}`);
      if (body.success === true) break;
      await delay(pauseMs);
    }
  }
  return { provider, reference, paidAt };
}
