import type { Sql } from 'postgres';
import type { Cast } from './load-data.ts';
import type { Call } from './measure.ts';

export type Line = {
  what: string;
  /** Limit of the 95th percentile, in milliseconds. */
  target: number;
  calls: Call[];
  /** Untimed calls on the same connection before the measurement; by default the first of `calls`. */
  first?: Call[];
};

const several = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

const spans = [7, 30, 90];
/** Statement timeout of signed-in people, in milliseconds. */
const longest = 8_000;
/** Names and prefixes: one letter, frequent names, and names without a match. */
const typed =
  'lu m a no lucia mar lucía_12 zul pa alex 1 ma enz le thiago_5 persona hu vega_9 x e sofía_4 qwx ucia zz jul'.split(
    ' ',
  );

/**
 * The measured queries, each with varying arguments.
 *
 * @param sql a connection that may read everything
 */
export async function queriesOf(sql: Sql, cast: Cast): Promise<Line[]> {
  const some = async (query: string) => (await sql.unsafe(query)).map((row) => String(Object.values(row)[0]));
  const products = await some(`select id from productos where status = 'approved' order by md5(slug) limit 60`);
  const offered = await some(
    `select id from productos where oferta is not null and status = 'approved' order by visitas desc limit 60`,
  );
  const people = await some(`select id from usuarios_meta where id <> '${cast.admin}' and banned_until is null
    order by md5(username) limit 60`);
  const quotes = several(80, (n) => ({
    as: people[n % people.length],
    text: 'select cotizar_compra($1)',
    values: [(n % 2 ? products : offered)[n % Math.min(products.length, offered.length)]],
  }));
  const usernames = await some(`select upper(username) from usuarios_meta order by md5(display_name) limit 60`);
  const followers = await sql`select f.created_at::text as at, f.follower_id as id from follows f
    where f.following_id = ${cast.seller} order by f.created_at desc, f.follower_id offset ${Math.round(cast.people / 20)} limit 60`;
  const [owned] = await sql`select created_at::text as at, id from adquisiciones where user_id = ${cast.collector}
    order by created_at desc, id offset 19 limit 1`;
  const panel = (as: string, n: number): Call => ({
    as,
    text: 'select mi_panel_pagina($1, $2, true, null, $3)',
    values: [spans[n % 3], ['views', 'orders', 'recentRevenueCents', 'name'][n % 4], (n % 5) * 50],
  });
  const bought = await sql<Array<{ id: string; user_id: string; clave: string; producto_id: string; jugador: string }>>`
    select a.id, a.user_id, k.clave, a.producto_id, a.minecraft_name as jugador from licencias k join adquisiciones a on a.id = k.adquisicion_id
    where a.revocada_at is null limit 60`;
  const newest = cast.people - (cast.people % 2);
  // 40 of the players with waiting commands, different ones each time.
  const fetch = (server: number, n: number): Call => ({
    as: 'service',
    text: `select recoger_ordenes($1, 'azlink', $2, 100)`,
    values: [
      `clave-${server}`,
      {
        jugadores: several(40, (player) => ({
          name: `jugador_${(newest - (n * 40 + player) * 2) % 50_000}`,
          uuid: null,
        })),
      },
    ],
  });
  return [
    {
      what: `panel of a creator with ${Math.round(cast.products / 50)} products`,
      target: 100,
      calls: several(24, (n) => panel(cast.publisher, n)),
    },
    {
      what: 'panel of a creator with 20 products after the large one on the same connection',
      target: 10,
      calls: several(40, (n) => panel(cast.small, n)),
      first: several(8, (n) => panel(cast.publisher, n)),
    },
    {
      what: `balance with ${2 * cast.people} sales`,
      target: 20,
      calls: several(40, () => ({ as: cast.seller, text: 'select mi_saldo()' })),
    },
    {
      what: 'statement of the last month of the same creator',
      target: 20,
      calls: several(20, () => ({
        as: cast.seller,
        text: `select mi_extracto((now() - interval '1 month')::date, now()::date)`,
      })),
    },
    {
      what: 'a page of the sales of the same creator',
      target: 1_000,
      calls: several(20, (n) => ({
        as: cast.seller,
        text: 'select mis_ventas(p_estado => $1, p_desde => $2)',
        values: [[null, 'disponible', 'reembolsada', 'retenida'][n % 4], [null, '2026-01-01'][n % 2]],
      })),
    },
    {
      what: 'sums of all sales of the same creator',
      target: longest,
      calls: several(5, () => ({ as: cast.seller, text: 'select mis_ventas_totales()' })),
    },
    {
      what: 'sums of the sales of a month in a state',
      target: longest,
      calls: several(6, (n) => ({
        as: cast.seller,
        text: `select mis_ventas_totales(p_estado => $1, p_desde => (now() - interval '1 month')::date)`,
        values: [['disponible', 'reembolsada', 'retenida'][n % 3]],
      })),
    },
    {
      what: 'sources of the visitors of the large creator',
      target: 100,
      calls: several(20, (n) => ({ as: cast.publisher, text: 'select mis_fuentes($1)', values: [spans[n % 3]] })),
    },
    {
      what: 'figures of the panel for admins',
      target: 50,
      calls: several(30, (n) => ({ as: cast.admin, text: 'select admin_resumen($1)', values: [spans[n % 3]] })),
    },
    {
      what: 'search for a gift recipient, by any part of a name',
      target: 20,
      calls: several(100, (n) => ({
        as: cast.collector,
        text: 'select * from buscar_destinatarios($1)',
        values: [typed[n % typed.length]?.replace('_', ' ')],
      })),
    },
    {
      what: 'search for a gift recipient, by the exact username',
      target: 20,
      calls: usernames.map((name) => ({
        as: cast.collector,
        text: 'select * from persona_llamada($1)',
        values: [name],
      })),
    },
    {
      what: 'quote',
      target: 10,
      // On a new connection, PL/pgSQL plans each statement in the first calls that reach it.
      first: quotes.slice(0, 20),
      calls: quotes.slice(20),
    },
    {
      what: 'lowest price of 30 days',
      target: 10,
      calls: offered.map((id) => ({ text: 'select * from precios_minimos($1)', values: [id] })),
    },
    {
      what: 'page 1,000 of the followers',
      target: 20,
      calls: followers.map(({ at, id }) => ({
        as: cast.seller,
        text: `select f.created_at, u.id, u.display_name, u.username, u.avatar_url
          from follows f join usuarios_meta u on u.id = f.follower_id
          where f.following_id = $1 and f.created_at <= $2
            and (f.created_at < $2 or (f.created_at = $2 and f.follower_id > $3))
          order by f.created_at desc, f.follower_id limit 51`,
        values: [cast.seller, at, id],
      })),
    },
    {
      what: 'first page of a library of 1,000',
      target: 100,
      calls: several(20, () => ({ as: cast.collector, text: 'select mi_biblioteca(null, null, 21)' })),
    },
    {
      what: 'next 150 of a library of 1,000',
      target: 100,
      calls: several(20, () => ({
        as: cast.collector,
        text: 'select mi_biblioteca($1, $2, 151)',
        values: [owned?.at, owned?.id],
      })),
    },
    {
      what: 'one of 128 files of products in the sitemap',
      target: 1_000,
      calls: several(10, (n) => ({
        text: 'select mapa_de_productos($1, $2)',
        values: [n, n + 1].map(
          (part) => `${(part * 2).toString(16).padStart(2, '0')}000000-0000-0000-0000-000000000000`,
        ),
      })),
    },
    {
      what: `commands for a server with ${(5 * cast.people) / 2}, of which a tenth waits for 40 players`,
      target: 50,
      calls: several(40, (n) => fetch(0, n)),
    },
    {
      what: 'commands for one of 2,000 other servers',
      target: 20,
      calls: several(40, (n) => fetch(1 + n * 31, n)),
    },
    {
      what: 'servers to notify of a new command',
      target: 20,
      calls: several(20, () => ({ as: 'service', text: 'select * from tomar_avisos_servidor()' })),
    },
    {
      what: 'queue of the creator of that server, by state, and its next page',
      target: 50,
      calls: several(40, (n) => ({
        as: cast.seller,
        text: 'select mi_cola(null, $1, $2, 50)',
        values: [
          [null, 'hecha', 'fallida', 'esperando_jugador', 'esperando', 'cancelada'][n % 6],
          [null, cast.people * 3][n % 2],
        ],
      })),
    },
    {
      what: 'deliveries of an order, as its buyer sees them',
      target: 10,
      calls: bought.map(({ id, user_id }) => ({
        as: user_id,
        text: 'select entregas_de_pedido($1)',
        values: [id],
      })),
    },
    {
      what: `validation of one of ${cast.people} licences`,
      target: 10,
      calls: bought.map(({ clave, producto_id }) => ({
        text: `select licencia_v1('validar', $1, $2, null)`,
        values: [clave, producto_id],
      })),
    },
    {
      what: 'whether a player owns a product',
      target: 20,
      calls: bought.map(({ producto_id, jugador }, n) => ({
        as: cast.seller,
        text: 'select privado.api_jugador($1, $2)',
        values: [producto_id, n % 2 ? 'nadie_1' : jugador],
      })),
    },
  ];
}
