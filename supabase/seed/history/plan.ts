import type { ClubPlan } from '../../../lib/club/index.ts';
import { firstClubPrices } from '../../../lib/pricing/club-plans.ts';
import { products } from '../data/index.ts';
import { creators } from '../data/people.ts';
import type { Product } from '../data/types.ts';
import { demoPassword } from '../demo-accounts.ts';
import { editionId, productId, userId } from '../ids.ts';
import { type Chance, chanceFrom } from './chance.ts';
import { type Visitor, visitors } from './people.ts';
import { createWriter } from './reviews.ts';

/** Something that happened, as `replay.sql` reads it: the database's own names. */
export type Event = { tipo: string; cuando: Date; [fact: string]: unknown };

const day = 86_400_000;
export const days = 90;

const admin = userId('unstore');

/** How much is sold on a day: more on weekends, and more than a quarter ago. */
function demand(date: Date, daysAgo: number): number {
  const weekday = date.getUTCDay();
  const rhythm = weekday === 6 || weekday === 0 ? 1.7 : weekday === 5 ? 1.35 : weekday === 2 ? 0.7 : 1;
  return rhythm * (1.25 - daysAgo / 150);
}

/** A moment of a day: people buy in the afternoon and in the evening. */
function momentOf(chance: Chance, now: number, daysAgo: number): Date {
  const hour = chance.weighted([9, 11, 13, 15, 17, 18, 19, 20, 21, 22], (one) => (one < 15 ? 1 : 2.4));
  const midnight = Math.floor(now / day) * day - daysAgo * day;
  return new Date(midnight + (hour - 1) * 3_600_000 + chance.whole(3_600_000));
}

const isOnSale = (product: Product) =>
  !product.status && !product.unavailable && !product.soldOut && !product.units && !product.clubOnly;
const isGood = (product: Product) => isOnSale(product) && product.coins === undefined;
const kindOf = ({ category }: Product) => (category === 'serie' || category === 'dlc' ? category : 'plugin');
/** Nobody reviews a product before its release or an event before its day. */
const isToCome = ({ releaseInDays, startsInDays }: Product) => (releaseInDays ?? startsInDays) !== undefined;

type Owned = Set<string>;
type Sale = { person: Visitor; product: Product; daysAgo: number; when: Date; isPaid: boolean };

function purchaseOf(chance: Chance, person: Visitor, product: Product, daysAgo: number): Record<string, unknown> {
  const { edition } =
    product.editions && chance.isLucky(0.25)
      ? { edition: chance.pick(product.editions.filter(({ releaseInDays }) => releaseInDays === undefined)) }
      : { edition: undefined };
  const isFree = product.price === 0;
  // PayPal is asked about its newest payments, and knows nothing of these.
  const method = isFree ? 'gratis' : daysAgo > 4 && chance.isLucky(0.3) ? 'paypal' : 'tarjeta';
  return {
    producto: productId(product.slug),
    edicion: edition && !isFree ? editionId(product.slug, edition.name) : null,
    metodo: method,
    minecraft: person.minecraft,
  };
}

function salesOfDay(chance: Chance, now: number, daysAgo: number, owned: Map<string, Owned>): [Event[], Sale[]] {
  const events: Event[] = [];
  const sales: Sale[] = [];
  const here = visitors.filter((_, at) => arrival(at) > daysAgo);
  const goods = products.filter((product) => isGood(product) && product.ageDays > daysAgo);
  const count = Math.round(demand(new Date(now - daysAgo * day), daysAgo) * (3 + chance.whole(4)));
  for (let at = 0; at < count && here.length > 0; at += 1) {
    const person = chance.pick(here);
    const has = owned.get(person.username) ?? new Set();
    owned.set(person.username, has);
    const fresh = goods.filter(({ slug }) => !has.has(slug));
    if (fresh.length === 0) continue;
    const product = chance.weighted(fresh, ({ visits }) => visits);
    const when = momentOf(chance, now, daysAgo);
    has.add(product.slug);
    events.push({
      tipo: 'compra',
      cuando: when,
      persona: userId(person.username),
      ...purchaseOf(chance, person, product, daysAgo),
    });
    sales.push({ person, product, daysAgo, when, isPaid: product.price > 0 });
  }
  return [events, sales];
}

/** How many days ago a visitor came to the shop. */
export const arrival = (at: number) => Math.max(3, days - Math.floor((at / visitors.length) * (days - 6)));

const later = (when: Date, hours: number) => new Date(when.getTime() + hours * 3_600_000);

/** What a buyer says of it some days later, and what the creator answers. */
function reviewOf(chance: Chance, writer: ReturnType<typeof createWriter>, sale: Sale, now: number): Event[] {
  const when = later(sale.when, 20 + chance.whole(120));
  if (when.getTime() > now - day / 2 || !chance.isLucky(0.34)) return [];
  const stars = chance.weighted([5, 4, 3, 2], (one) => ({ 5: 60, 4: 28, 3: 9, 2: 3 })[one] ?? 1);
  const who = { persona: userId(sale.person.username), producto: productId(sale.product.slug) };
  const text = chance.isLucky(0.85) ? writer.review(stars, kindOf(sale.product)) : '';
  const review = { tipo: 'resena', cuando: when, ...who, estrellas: stars, texto: text };
  const answered = later(when, 5 + chance.whole(60));
  if (!text || answered.getTime() > now - day / 2 || !chance.isLucky(stars >= 4 ? 0.35 : 0.8)) return [review];
  const answer = writer.answer(stars, sale.person.displayName);
  return answer ? [review, { tipo: 'respuesta', cuando: answered, ...who, texto: answer }] : [review];
}

/** Sales that were taken back: by the shop, whole or in part, and by banks. */
function reversals(sales: Sale[]): Event[] {
  const paid = sales.filter(({ isPaid, product }) => isPaid && product.price >= 8);
  const at = (daysAgo: number) => paid.filter((sale) => sale.daysAgo <= daysAgo && sale.daysAgo > daysAgo - 8);
  const idsOf = (sale: Sale) => ({ persona: userId(sale.person.username), producto: productId(sale.product.slug) });
  const refund = (sale: Sale, motivo: string, entero: boolean): Event => ({
    tipo: 'reembolso',
    cuando: later(sale.when, 31),
    ...idsOf(sale),
    admin,
    motivo,
    entero,
  });
  const dispute = (sale: Sale, cuando: Date, fase: string, version: number): Event => ({
    tipo: 'disputa',
    cuando,
    ...idsOf(sale),
    fase,
    version,
    motivo: 'fraudulent',
    vence: later(cuando, 9 * 24),
  });
  const [first, second, third, lost] = [at(80)[2], at(52)[1], at(25)[1], at(66)[4]];
  return [
    ...(first ? [refund(first, 'No le funciona con la versión de su servidor.', true)] : []),
    ...(second ? [refund(second, 'Compró por error la edición equivocada.', true)] : []),
    ...(third ? [refund(third, 'Compensación por la caída de la descarga.', false)] : []),
    ...(lost
      ? [dispute(lost, later(lost.when, 70), 'abierta', 1), dispute(lost, later(lost.when, 70 + 20 * 24), 'perdida', 2)]
      : []),
  ];
}

/** Members who came, who pay every month, and who left. */
function membership(now: number): Event[] {
  return [4, 9, 13, 17, 22, 26, 31, 38, 44, 51].flatMap((at, order) => {
    const person = visitors[at];
    if (!person) return [];
    const plan: ClubPlan = order % 4 === 3 ? 'yearly' : 'monthly';
    const joined = arrival(at) - 1;
    const leaves = order % 3 === 0 && plan === 'monthly';
    const event = (daysAgo: number, estado: string, pagado: boolean): Event => ({
      tipo: 'club',
      cuando: later(new Date(now), -24 * daysAgo),
      persona: userId(person.username),
      plan,
      estado,
      pagado,
      centimos: firstClubPrices[plan],
    });
    const months = leaves ? [joined] : [joined, joined - 30, joined - 60];
    const paid = plan === 'yearly' ? [joined] : months.filter((daysAgo) => daysAgo > 1);
    const last = paid.at(-1) ?? joined;
    const end = last - 31;
    return [
      ...paid.map((daysAgo) => event(daysAgo, 'activa', true)),
      ...(leaves && last > 8 ? [event(last - 6, 'cancelada_al_final', false)] : []),
      ...(leaves && end > 1 ? [event(end, 'terminada', false)] : []),
    ];
  });
}

/** Coins that were bought, and what some were spent on. */
function coins(chance: Chance, now: number, owned: Map<string, Owned>): Event[] {
  const packs = products.filter(({ coins: amount, status }) => amount !== undefined && !status);
  const cheap = products.filter((product) => isGood(product) && product.price > 0 && product.price < 5);
  return visitors
    .filter((_, at) => at % 6 === 2)
    .flatMap((person, order) => {
      const pack = packs.toSorted((a, b) => (b.coins ?? 0) - (a.coins ?? 0))[order % 2];
      const daysAgo = arrival(visitors.indexOf(person)) - 2;
      if (!pack || daysAgo < 2) return [];
      const when = momentOf(chance, now, daysAgo);
      const who = { persona: userId(person.username), minecraft: person.minecraft };
      const bought: Event = { tipo: 'compra', cuando: when, ...who, producto: productId(pack.slug), metodo: 'tarjeta' };
      const has = owned.get(person.username);
      const spent = cheap.find(({ slug, ageDays }) => ageDays > daysAgo && !has?.has(slug));
      if (!spent || (pack.coins ?? 0) < spent.price * 100) return [bought];
      has?.add(spent.slug);
      return [
        bought,
        { tipo: 'compra', cuando: later(when, 1), ...who, producto: productId(spent.slug), metodo: 'uncoins' },
      ];
    });
}

function tastes(chance: Chance, now: number): Event[] {
  return visitors.flatMap((person, at) => {
    const since = arrival(at);
    const moment = () => momentOf(chance, now, 1 + chance.whole(since - 1));
    const who = { persona: userId(person.username) };
    const liked = Array.from({ length: chance.whole(4) }, () =>
      chance.weighted(products.filter(isGood), ({ visits }) => visits),
    );
    const followed = Array.from({ length: chance.whole(3) }, () => chance.pick(creators));
    return [
      ...liked.map(({ slug }) => ({ tipo: 'favorito', cuando: moment(), ...who, producto: productId(slug) })),
      ...followed.map(({ username }) => ({ tipo: 'seguir', cuando: moment(), ...who, creador: userId(username) })),
    ];
  });
}

/** Withdrawals in every state that a withdrawal can be in. */
function withdrawals(now: number): Event[] {
  const email = (username: string) => creators.find((creator) => creator.username === username)?.email;
  const step = (username: string, daysAgo: number, paso: string, more: Record<string, unknown> = {}): Event => ({
    tipo: 'retiro',
    cuando: later(new Date(now), -24 * daysAgo),
    persona: userId(username),
    paso,
    paypal: email(username),
    contrasena: demoPassword,
    parte: 0.8,
    admin,
    ...more,
  });
  return [
    step('forjabit', 40, 'pedir'),
    step('forjabit', 39, 'aprobar'),
    step('forjabit', 38.9, 'pagado'),
    step('lumbre', 33, 'pedir'),
    step('lumbre', 32, 'rechazar', { motivo: 'La cuenta de PayPal no está a nombre del creador.' }),
    step('aurelia', 24, 'pedir'),
    step('aurelia', 23, 'aprobar'),
    step('aurelia', 22.9, 'fallido', { motivo: 'RECEIVER_UNREGISTERED' }),
    step('aurelia', 18, 'pedir'),
    step('aurelia', 17, 'aprobar'),
    step('aurelia', 16.9, 'pagado'),
    step('orbita9', 2, 'pedir'),
    step('marea', 1, 'pedir', { parte: 0.6 }),
    step('nodonorte', 3, 'pedir'),
    step('nodonorte', 0.01, 'aprobar'),
  ];
}

/**
 * Ninety days of a shop that is alive, from the oldest event to the newest.
 *
 * @param now in milliseconds: the past ends here
 */
export function planHistory(now: number): Event[] {
  const chance = chanceFrom(20_260_101);
  const writer = createWriter(chance);
  const owned = new Map<string, Owned>();
  const daysBack = Array.from({ length: days - 1 }, (_, at) => days - 1 - at);
  const perDay = daysBack.map((daysAgo) => salesOfDay(chance, now, daysAgo, owned));
  const sales = perDay.flatMap(([, found]) => found);
  const takenBack = reversals(sales);
  const isReviewable = ({ person, product }: Sale) =>
    !isToCome(product) &&
    !takenBack.some(
      ({ persona, producto }) => persona === userId(person.username) && producto === productId(product.slug),
    );
  const events = [
    ...perDay.flatMap(([found]) => found),
    ...takenBack,
    ...sales.filter(isReviewable).flatMap((sale) => reviewOf(chance, writer, sale, now)),
    ...membership(now),
    ...coins(chance, now, owned),
    ...tastes(chance, now),
    ...withdrawals(now),
  ];
  return events.toSorted((a, b) => a.cuando.getTime() - b.cuando.getTime());
}
