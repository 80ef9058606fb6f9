import { urlAs } from '@unstore/local-supabase/database';
import postgres from 'postgres';
import { firstNames, makeWords } from './words.ts';

/** The people and products of the measurements. All others only add volume. */
export type Cast = {
  admin: string;
  /** 200 products and a third of all sales. */
  seller: string;
  /** A fiftieth of all products. */
  publisher: string;
  /** 20 products. */
  small: string;
  /** Owns 1,000 products. */
  collector: string;
  people: number;
  products: number;
};

/** Tables whose indexes are built after their rows. */
const large = [
  'adquisiciones',
  'pagos',
  'movimientos_ingresos',
  'usuarios_meta',
  'personas_busqueda',
  'productos',
  'fichas_busqueda',
  'textos_busqueda',
  'historial_precios',
  'visitas_producto',
  'follows',
  'resenas',
  'licencias',
  'sucesos_licencia',
  'ordenes_servidor',
];

/** Tables for which the generator may produce a row twice; duplicates are skipped. */
const repeating = ['adquisiciones', 'visitas_producto', 'resenas', 'follows', 'personas_busqueda'];

type Step = [what: string, statements: string];

/** A deterministic id in the format of a random UUID. */
const idOf = (kind: string, n: string) =>
  `overlay(overlay(md5('${kind}' || (${n})) placing '4' from 13) placing '8' from 17)::uuid`;

/** A deterministic, evenly distributed number from 0 up to, but not including, 1. */
const chance = (n: string, salt: number) => `((hashint8extended(${n}, ${salt}) & 1048575) / 1048576.0)`;

/** Zipf-like distribution, as in real shops: few words occur in many names. The rank is uniform in its logarithm. */
const word = (n: string, salt: number, words: number) => `p[floor(power(${words}, ${chance(n, salt)}))::integer]`;

/** Number of pieces of twelve words from which all texts are made: a piece is in a few dozen texts. */
const pieces = 50_000;

/** A text of `count` pieces. */
const text = (n: string, count: number, salt: number) =>
  `(select string_agg(f.texto, ' ') from generate_series(1, ${count}) i
    join fragmentos f on f.numero = 1 + floor(${pieces} * ${chance(`(${n} * 8 + i)`, salt)})::integer)`;

/**
 * Fills an empty migrated database. Triggers and foreign keys are disabled and derived data is written directly, so
 * that a million products take minutes.
 *
 * @param databaseUrl a database whose cluster this program has started
 * @param scale 1 for a million products, a million people and six million acquisitions
 * @param report called with each step and its duration in seconds
 * @param options.catalogueOnly leaves out buyers and their activity
 */
export async function loadData(
  databaseUrl: string,
  scale: number,
  report: (line: string) => void,
  { catalogueOnly = false } = {},
): Promise<Cast> {
  const products = Math.max(1_000, Math.round(1_000_000 * scale));
  const creators = Math.round(products / 20);
  const people = catalogueOnly ? creators + 10 : products;
  const acquisitions = Math.max(6_000, Math.round(6_000_000 * scale));
  const licences = Math.round(acquisitions / 6);
  const words = makeWords(20_000);
  const everySeller = Math.floor(products / 200);
  const everySmall = Math.floor(products / 20);
  const ownPublisher = Math.floor(products / 50);

  const person = (n: string) => idOf('persona', n);
  const product = (n: string) => idOf('producto', n);
  const owner = `case when n % ${everySeller} = 1 then 1 when n % 50 = 7 then 2 when n % ${everySmall} = 13 then 3
    else 4 + floor(${creators} * power(${chance('n', 9)}, 2))::bigint end`;
  // Kinds of acquisitions: a sale of the seller (1), of the publisher (2), of the small creator (3), or free (0).
  const kind = `case when n % 3 = 0 then 1 when n % 15 = 1 then 2 when n % 6000 = 2 then 3 else 0 end`;
  const buyer = `case k when 1 then (n / 3) % ${people} when 2 then (n / 15 * 31) % ${people}
    when 3 then (n / 6000 * 37) % ${people} else (n * 7919) % ${people} end + 1`;
  const bought = `case k when 1 then 1 + ((n / 3 / ${people}) * 100 + (n / 3) % 100) * ${everySeller}
    when 2 then 7 + 50 * ((n / 15) % ${ownPublisher}) when 3 then 13 + ((n / 6000) % 20) * ${everySmall}
    else 1 + floor(${products} * power(${chance('n', 1)}, 3))::bigint end`;
  const moment = `now() - (${acquisitions} - n) * interval '${(730 * 86_400) / acquisitions} seconds'`;
  const orders = `(select n, k, ${buyer} as buyer, ${bought} as bought, ${moment} as moment,
      999 + (n % 7)::integer * 100 as cents,
      case when k = 0 then 'gratis' when n % 97 = 0 then 'reembolsado' when n % 499 = 0 and n > ${Math.round(acquisitions * 0.92)} then 'en_disputa' else 'entregado' end as state
    from (select n, ${kind} as k from generate_series(1::bigint, ${acquisitions}) n) x)`;
  const share = `round(cents * 0.7)::integer`;

  const accounts: Step = [
    'people',
    `insert into auth.users (id, email, is_sso_user, is_anonymous)
        select ${person('n')}, 'persona' || n || '@gmail.com', false, false from generate_series(0, ${people}) n;
      insert into usuarios_meta (id, display_name, username, esqueleto, role, created_at, club, reputacion, banned_until, uncoins)
        select ${person('n')}, nombre || ' ' || n, lower(extensions.unaccent(nombre)) || '_' || n,
          lower(extensions.unaccent(nombre)) || ' ' || n, case when n = 0 then 'admin' else 'user' end,
          now() - (n::float8 / ${people}) * interval '1000 days', n % 40 = 0,
          case when n % 50 = 1 and n > 10 then 'mala' else 'buena' end,
          case when n % 997 = 0 and n > 0 then now() + interval '10 days' end, (n * 7919) % 5000
        from (select n, ($1::text[])[floor(power(${firstNames.length}, ${chance('n', 2)}))::integer] as nombre
          from generate_series(0::bigint, ${people}) n) x;
      insert into personas_busqueda (id, texto) select u.id, privado.texto_persona(u.display_name, u.username, a.email)
        from usuarios_meta u join auth.users a using (id);
      insert into preferencias_aviso (user_id) select id from usuarios_meta on conflict do nothing;
      insert into follows (follower_id, following_id, created_at)
        select ${person('n')}, ${person('1')}, now() - n * interval '97 seconds'
        from generate_series(2, ${Math.floor(people / 5)}) n
        union all
        select ${person('n')}, ${person(`1 + floor(${creators} * power(${chance('n', 3)}, 2))::bigint`)},
          now() - n * interval '31 seconds'
        from generate_series(${Math.floor(people / 5) + 1}::bigint, ${people}) n where n > ${creators} + 5`,
  ];
  const payments: Step = [
    'payments',
    `insert into pagos (id, user_id, destinatario_id, producto_id, metodo, proveedor, referencia, estado, total_centimos,
          presupuesto, minecraft_name, clave, created_at, pagado_at, entregado_at, revertido_at)
        select ${idOf('pago', 'n')}, ${person('buyer')}, ${person('buyer')}, ${product('bought')},
          case when n % 4 = 0 then 'paypal' else 'tarjeta' end, case when n % 4 = 0 then 'paypal' else 'stripe' end, 'cs_' || n,
          state, cents, jsonb_build_object('nombre', 'Producto', 'lineas', jsonb_build_array(privado.linea('base', cents)),
            'interno', jsonb_build_object('ingresos_porcentaje', 70)), 'jugador_' || buyer, 'clave-de-' || n, moment, moment, moment,
          case when state = 'reembolsado' then moment + interval '3 days' end
        from ${orders} o where k > 0`,
  ];
  const acquired: Step = [
    'acquisitions',
    `insert into adquisiciones (id, user_id, producto_id, pago_id, origen, precio_pagado, minecraft_name, created_at, revocada_at)
        select ${idOf('pedido', 'n')}, ${person('buyer')}, ${product('bought')}, case when k > 0 then ${idOf('pago', 'n')} end,
          case when k > 0 then 'compra' else 'gratis' end, case when k > 0 then cents / 100.0 else 0 end, 'jugador_' || buyer, moment,
          case when state = 'reembolsado' then moment + interval '3 days' when state = 'en_disputa' then moment + interval '1 day' end
        from ${orders} o on conflict do nothing;
      insert into adquisiciones (user_id, producto_id, origen, precio_pagado, minecraft_name, created_at)
        select ${person(String(people))}, ${product('n * 3')}, 'gratis', 0, 'jugador_1', now() - n * interval '5 hours'
        from generate_series(1, ${Math.min(1_000, Math.floor(products / 3))}) n on conflict do nothing`,
  ];
  const money: Step = [
    'money',
    `insert into movimientos_ingresos (usuario_id, centimos, concepto, clave, adquisicion_id, created_at)
        select ${person('k')}, ${share}, 'venta', 'venta:' || id, id, moment
        from (select *, ${idOf('pedido', 'n')} as id from ${orders} o where k > 0) s;
      insert into movimientos_ingresos (usuario_id, centimos, concepto, clave, adquisicion_id, created_at)
        select ${person('k')}, -${share}, 'reembolso', 'reembolso:' || id || ':1', id, least(now(), moment + interval '3 days')
        from (select *, ${idOf('pedido', 'n')} as id from ${orders} o where k > 0 and state <> 'entregado') s;
      insert into withdrawals (id, usuario_id, paypal_email, amount, estado, created_at, pagado_at, clave)
        select ${idOf('retiro', 'n')}, ${person('1')}, 'ventas@example.com', 500, case when n = 1 then 'en_proceso' else 'pagado' end,
          now() - n * interval '30 days', case when n > 1 then now() - n * interval '30 days' end, 'retiro-' || n
        from generate_series(1, 24) n;
      insert into movimientos_ingresos (usuario_id, centimos, concepto, clave, withdrawal_id, created_at)
        select usuario_id, -(amount * 100)::integer, 'retiro', 'retiro:' || id, id, created_at from withdrawals`,
  ];
  const goods: Step = [
    'products',
    // A third of the words of texts do not occur in any name.
    `create unlogged table fragmentos as select f as numero, (
          select string_agg(${word('(f * 16 + i)', 30, words.length)} || (array['', '', 'ando', '', 'ero', ''])[1 + i % 6], ' ')
          from generate_series(1, 12) i) as texto
        from generate_series(1, ${pieces}) f, (select $1::text[] as p) palabras;
      create unique index on fragmentos (numero);
      analyze fragmentos;
      insert into productos (id, nombre, nombre_en, slug, precio, oferta, oferta_fija, portada_url, category, status, visitas, usuario_id,
          generos, compatibles, created_at, publicado_at, adquirido, acerca_de, descripcion)
        select id, nombre, null, 'producto-' || n, precio, oferta, oferta, '/media/portadas/p.webp',
          (array['plugin', 'serie', 'dlc', 'evento'])[1 + n % 4], case when n % 33 = 5 then 'pending' else 'approved' end,
          (50000 * power(${chance('n', 4)}, 4))::integer, creador, array[genero], array['1.' || n % 22],
          now() - (${products} - n) * interval '${(1000 * 86_400) / products} seconds',
          now() - (${products} - n) * interval '${(1000 * 86_400) / products} seconds', coalesce(c.cuantas, 0),
          acerca_de, descripcion
        from (select n, ${product('n')} as id, u.id as creador, 1 + n % 90 as precio,
            case when n % 10 = 3 then (1 + n % 90) * 0.8 end as oferta,
            initcap(${word('n', 5, words.length)}) || ' ' || ${word('n', 6, words.length)} || ' ' || ${word('n', 7, words.length)} as nombre,
            (array['RPG', 'Magia', 'Terror', 'Economía'])[1 + n % 4] as genero,
${text('n', 1, 20)} as acerca_de, '<p>' || ${text('n', 3, 60)} || '</p>' as descripcion
          from (select n, ${person(owner)} as de from generate_series(1::bigint, ${products}) n) x
            join usuarios_meta u on u.id = x.de, (select $1::text[] as p) palabras) x
        left join (select producto_id, count(*)::integer as cuantas from adquisiciones where revocada_at is null group by 1) c
          on c.producto_id = x.id;
      drop table fragmentos;
      select privado.rehacer_fichas()`,
  ];
  const prices: Step = [
    'prices',
    `insert into historial_precios (producto_id, precio, oferta, desde) select id, precio, null, created_at from productos;
      insert into historial_precios (producto_id, precio, oferta, desde)
        select id, precio * 0.9, null, now() - d * interval '7 days' from productos, generate_series(2, 9) d
        where oferta is not null and visitas > 20000;
      insert into historial_precios (producto_id, precio, oferta, desde)
        select id, precio, oferta, now() - interval '5 days' from productos where oferta is not null`,
  ];
  const visits: Step = [
    'views, reviews',
    `insert into visitas_producto (producto_id, dia, visitante, fuente)
        select ${product(`case n % 4 when 0 then 1 + (n / 4 % 200) * ${everySeller} when 1 then 7 + 50 * (n / 4 % ${ownPublisher})
            when 2 then 13 + (n / 4 % 20) * ${everySmall} * (n % 50 / 49) else 1 + floor(${products} * power(${chance('n', 8)}, 3))::bigint end`)},
          privado.hoy() - (n % 90)::integer, md5(n::text), (array[null, 'google.com', 'youtube.com', 'reddit.com', 'tienda'])[1 + n % 5]
        from generate_series(1::bigint, ${Math.round(acquisitions / 3)}) n on conflict do nothing;
      insert into resenas (producto_id, user_id, estrellas, texto, respuesta, created_at)
        select ${product(`7 + 50 * (n % ${ownPublisher})`)}, ${person('n')}, 1 + (n % 5)::integer, 'Muy bueno',
          case when n % 3 = 0 then 'Gracias' end, now() - n * interval '9 minutes'
        from generate_series(1::bigint, ${Math.round(people / 10)}) n on conflict do nothing`,
  ];
  // Every second sale of the seller has a licence and five commands, the older half of them on the seller's own server.
  // In the newest tenth, the commands still wait for their players.
  const delivery: Step = [
    'licences, commands',
    `insert into licencias_producto select ${product(`1 + n * ${everySeller}`)}, true, 2 from generate_series(0::bigint, 199) n;
      insert into licencias (adquisicion_id, clave)
        select ${idOf('pedido', 'n * 6')}, 'BANCO-' || upper(md5(n::text)) from generate_series(1::bigint, ${licences}) n;
      insert into servidores (id, usuario_id, nombre, tipo, identidad, prefijo, clave_hash, clave_final, contacto_at)
        select ${idOf('servidor', 'n')}, ${person(`case when n = 0 then 1 else 10 + n end`)}, 'Survival', 'azlink', 'online', '',
          privado.hash_de_clave('clave-' || n), lpad(n::text, 4, '0'), now()
        from generate_series(0::bigint, 2000) n;
      insert into sucesos_licencia (id, adquisicion_id, evento, numero, created_at) overriding system value
        select n, ${idOf('pedido', 'n * 6')}, 'concedida', 1, now() - (${licences} - n) * interval '60 seconds'
        from generate_series(1::bigint, ${licences}) n;
      insert into ordenes_servidor (id, suceso_id, adquisicion_id, servidor_id, accion_id, posicion, jugador, orden, deshacer,
          necesita_jugador, estado, intentos, created_at, disponible_at, caduca_at, terminada_at) overriding system value
        select n * 5 + k, n, ${idOf('pedido', 'n * 6')}, ${idOf('servidor', 'case when n % 2 = 0 then 0 else 1 + n % 2000 end')},
          ${idOf('accion', 'k')}, k, 'jugador_' || n % 50000, 'give jugador_' || n % 50000 || ' diamond ' || k, null,
          k > 0, case when k > 0 and n > ${licences * 0.9} then 'esperando' when n % 500 = 0 then 'fallida' else 'hecha' end, 1,
          now() - (${licences} - n) * interval '60 seconds', now() - (${licences} - n) * interval '60 seconds',
          now() + interval '60 days', case when k = 0 or n <= ${licences * 0.9} then now() end
        from generate_series(1::bigint, ${licences}) n, generate_series(0, 4) k`,
  ];
  // The lists of a group load in parallel, each list in order. A group depends on the groups before it.
  const steps = catalogueOnly
    ? [[[accounts]], [[goods]]]
    : [
        [
          [accounts, money],
          [acquired, delivery],
        ],
        [
          [goods, prices],
          [payments, visits],
        ],
      ];

  const superuser = postgres(urlAs(databaseUrl, 'supabase_admin'), {
    max: 2,
    onnotice: () => {},
    connection: {
      session_replication_role: 'replica',
      work_mem: '256MB',
      maintenance_work_mem: '512MB',
      statement_timeout: 0,
      jit: false,
    },
  });
  const timed = async (what: string, work: () => Promise<unknown>) => {
    const began = performance.now();
    await work();
    report(`${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  };
  const load = ([what, text]: Step) =>
    timed(what, async () => {
      for (const statement of text.split(/;\n/)) {
        const values = !statement.includes('$1') ? [] : [what === 'people' ? firstNames : words];
        await superuser.unsafe(statement, values);
      }
    });
  try {
    // Constraints and indexes are much faster to create after the rows are loaded.
    const constraints = await superuser`
      select conrelid::regclass::text as table, conname as name, contype as kind, pg_get_constraintdef(oid) as definition
      from pg_constraint where conrelid = any (${large.map((table) => `public.${table}`)}::regclass[])
        and (contype = 'c' or (contype = 'u' and not conrelid = any (${repeating.map((table) => `public.${table}`)}::regclass[])))`;
    for (const { table, name } of constraints) await superuser.unsafe(`alter table ${table} drop constraint "${name}"`);
    const indexes = await superuser`select indexname, indexdef from pg_indexes
      where schemaname = 'public' and tablename = any (${large}) and indexname not like '%\\_pkey'
        and (indexdef not like 'CREATE UNIQUE%' or not tablename = any (${repeating}))`;
    for (const { indexname } of indexes) await superuser.unsafe(`drop index public.${indexname}`);
    for (const together of steps)
      await Promise.all(
        together.map((each) => each.reduce((before, step) => before.then(() => load(step)), Promise.resolve())),
      );
    await timed(`${indexes.length} indexes`, async () => {
      const waiting = indexes.map(({ indexdef }) => String(indexdef));
      const build = async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) await superuser.unsafe(next);
      };
      await Promise.all([build(), build()]);
      for (const { table, name, kind, definition } of constraints) {
        const later = kind === 'c' && !definition.endsWith('NOT VALID') ? ' not valid' : '';
        await superuser.unsafe(`alter table ${table} add constraint "${name}" ${definition}${later}`);
      }
    });
    const vacuum = async (...tables: string[]) => {
      // Commits do not wait for the disk here, and unflushed rows cannot be marked all-visible.
      await superuser.unsafe('checkpoint');
      await superuser.unsafe(`vacuum analyze ${tables.join(', ')}`);
    };
    await timed('statistics', () => vacuum());
    await timed('totals', async () => {
      await superuser`select privado.recontar_cifras()`;
      await superuser`select cerrar_dias()`;
      await vacuum('cifras_productos', 'cifras_creadores', 'saldos_creadores', 'cifras_diarias');
    });
    const [cast] = await superuser.unsafe(`select ${person('0')} as admin, ${person('1')} as seller,
      ${person('2')} as publisher, ${person('3')} as small, ${person(String(people))} as collector`);
    return { ...(cast as unknown as Omit<Cast, 'people' | 'products'>), people, products };
  } finally {
    await superuser.end();
  }
}
