import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { consentVersion } from '../../../lib/checkout/consent.ts';
import { routesOf, type Page as ShopPage } from '../../../lib/gates/pages.ts';
import { actingAs, database } from './database.ts';
import { examplesForAll, examplesOf, examplesOfStaff } from './examples.ts';
import { createProduct, giveClub, giveCoins } from './goods.ts';
import { createPerson, createStaff, type Person } from './people.ts';

/** Roles that open the pages. */
export const visitorNames = ['a guest', 'a shopper', 'a creator', 'a moderator', 'an admin'] as const;

export type Visitor = { name: (typeof visitorNames)[number]; person: Person | null; paths: string[] };

/** Addresses of routes. A route has several if its pages look different. */
function addressesOf(routes: string[], examples: Record<string, string[]>): string[] {
  return routes.flatMap((route) => {
    const paths = examples[route] ?? [route];
    if (/\[/.test(paths[0] ?? '[')) throw new Error(`${route} has no example`);
    // Pages of categories differ only in their products, and legal pages only in their text.
    return route.startsWith('/[category]') || route.startsWith('/legal') ? paths.slice(0, 1) : paths;
  });
}

const open = ({ who }: ShopPage) => !who;
const signedIn = ({ who }: ShopPage) => who === 'signedIn';
const isDesk = (route: string) => /^\/(dashboard|edit|preview|publicar)/.test(route);

/** Buys a product with coins, which are delivered at once. */
const buyWithCoins = (person: Person, product: { id: string }): Promise<void> =>
  actingAs(person, async (sql) => {
    const [row] = await sql`select crear_pago(p_producto => ${product.id}, p_edicion => null, p_bundle => null,
      p_metodo => 'uncoins', p_cupon => null, p_destinatario => null, p_minecraft_name => 'jugador_1',
      p_clave => ${randomUUID()}, p_consentimiento => ${consentVersion}) as made`;
    if (!row?.made.ok) throw new Error(`no payment: ${row?.made.error}`);
  });

/** Creates a shopper with everything that makes pages wider: coins, orders, a sanction, followed creators. */
async function createShopper(): Promise<Person> {
  const person = await createPerson();
  const sql = database();
  await giveCoins(person, 123_456);
  await buyWithCoins(person, await createProduct());
  await sql`update usuarios_meta set reputacion = 'mala' where id = ${person.id}`;
  await sql`insert into follows (follower_id, following_id) select ${person.id}, usuario_id from productos
    where status = 'approved' group by usuario_id limit 10`;
  return person;
}

/** Creates a person of every role, with the addresses that the role can open. */
export async function everyVisitor(): Promise<Visitor[]> {
  const forAll = await examplesForAll();
  const shopper = await createShopper();
  const creator = await createPerson();
  await giveClub(creator);
  const [ofShopper, ofCreator, ofStaff] = [
    await examplesOf(shopper),
    await examplesOf(creator),
    await examplesOfStaff(),
  ];
  const mine = routesOf(signedIn);
  return [
    { name: 'a guest', person: null, paths: [...addressesOf(routesOf(open), forAll), '/nothing-here'] },
    {
      name: 'a shopper',
      person: shopper,
      paths: [
        ...addressesOf(
          mine.filter((route) => !isDesk(route)),
          ofShopper,
        ),
        '/',
        '/p/fragua-arcana',
        '/account/Aurelia%20Vox',
      ],
    },
    {
      name: 'a creator',
      person: creator,
      paths: [...addressesOf(mine.filter(isDesk), ofCreator), '/club', '/profile/club'],
    },
    {
      name: 'a moderator',
      person: await createStaff('moderador'),
      paths: addressesOf(
        routesOf(({ who }) => who === 'moderator'),
        ofStaff,
      ),
    },
    {
      name: 'an admin',
      person: await createStaff('admin'),
      paths: addressesOf(
        routesOf(({ who }) => who === 'admin'),
        ofStaff,
      ),
    },
  ];
}

/** Pages that redirect everybody who does not need them. */
const leadOn = ['/ban', '/login/nombre', '/login/verificar'];

/** Opens a page and waits until its client components know the person. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading').first().waitFor();
  await page.waitForLoadState('networkidle');
  if (!leadOn.includes(path)) expect(new URL(page.url()).pathname).toBe(path.split('?')[0]);
}
