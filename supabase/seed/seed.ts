import { authIdentity, authUser } from '@unstore/local-supabase/auth-rows';
import bcrypt from 'bcryptjs';
import postgres from 'postgres';
import { archive } from './archive.ts';
import { type Artwork, readArtwork } from './artwork.ts';
import { products } from './data/index.ts';
import { bundles, coupons, favourites, follows, purchases, redeemCodes } from './data/offers.ts';
import { buyers, creators } from './data/people.ts';
import { posts } from './data/posts.ts';
import { questions } from './data/questions.ts';
import { reviews } from './data/reviews.ts';
import type { Product } from './data/types.ts';
import { demoPassword, demoSecret } from './demo-accounts.ts';
import { describeProduct } from './describe-product.ts';
import { editionId, productId, stableId, userId } from './ids.ts';

type Upload = (bucket: string, path: string, body: Buffer, contentType: string) => Promise<void>;

export type SeedOptions = {
  databaseUrl: string;
  storage: Upload;
  onProgress?: (message: string) => void;
};

const day = 86_400_000;
const now = Date.now();
const daysAgo = (days: number) => new Date(now - days * day);

const creatorOf = (product: string): string => products.find(({ slug }) => slug === product)?.creator ?? '';

/** As the descriptions say it (describe-product.ts). */
const compatibleWith = {
  plugin: ['1.20', '1.20.4', '1.21', '1.21.4'],
  serie: ['1.21', '1.21.4'],
  dlc: ['1.21.4'],
  evento: [],
  uncoins: [],
};

const isDownload = (product: Product) => !product.whitelist && product.coins === undefined;

async function uploadAll(options: SeedOptions, artwork: Artwork) {
  const uploads: Array<() => Promise<void>> = artwork.all.map(
    ({ bucket, path, body }) =>
      () =>
        options.storage(bucket, path, body, 'image/webp'),
  );
  for (const product of products.filter(isDownload)) {
    uploads.push(() =>
      options.storage(
        'descargas',
        `${productId(product.slug)}/${product.slug}.zip`,
        archive(product),
        'application/zip',
      ),
    );
  }
  const worker = async () => {
    for (let next = uploads.pop(); next; next = uploads.pop()) await next();
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

function userRows(hash: string) {
  const people = [...creators, ...buyers].map(({ username, displayName, email }) => ({
    ...{ id: userId(username), email, hash, since: daysAgo(300), identity: stableId('identity', username) },
    metadata: { username, display_name: displayName },
  }));
  return { users: people.map(authUser), identities: people.map((person) => authIdentity(person.identity, person)) };
}

const galleryOf = (slug: string, { picture }: Artwork) =>
  [1, 2, 3, 4].map((index) => picture(`portadas/${slug}/gallery-${index}.webp`));

function productRow(product: Product, artwork: Artwork) {
  const cover = artwork.picture(`portadas/${product.slug}/cover.webp`);
  const banner = artwork.picture(`portadas/${product.slug}/banner.webp`);
  return {
    id: productId(product.slug),
    nombre: product.name,
    nombre_en: product.nameEn ?? null,
    slug: product.slug,
    precio: product.price,
    oferta: product.offer ?? null,
    portada_url: cover.url,
    portada_blur: cover.blur,
    banner_url: banner.url,
    banner_blur: banner.blur,
    club_only: product.clubOnly ?? false,
    reserva: product.releaseInDays !== undefined,
    fecha_lanzamiento: daysAgo(-(product.releaseInDays ?? product.startsInDays ?? -product.ageDays)),
    DLC: product.base !== undefined,
    base_id: product.base ? productId(product.base) : null,
    status: product.status ?? 'approved',
    visitas: product.visits,
    usuario_id: userId(product.creator),
    destacado: product.featured ?? false,
    disponibilidad: !product.unavailable,
    stock: !product.soldOut,
    unidades: product.units ?? null,
    acerca_de: product.pitch.es,
    acerca_de_en: product.pitch.en,
    descripcion: describeProduct(product, 'es'),
    descripcion_en: describeProduct(product, 'en'),
    desarrollador: creators.find(({ username }) => username === product.creator)?.displayName ?? null,
    publisher: 'UnStore',
    generos: product.genres,
    compatibles: compatibleWith[product.category],
    tamano_aproximado: product.size ?? null,
    aviso_legal: 'Contenido no oficial. No está asociado a ningún estudio ni aprobado por él.',
    aviso_legal_en: 'Unofficial content. Not associated with any studio, nor approved by one.',
    video_trailer: product.trailer ?? null,
    imagenes: galleryOf(product.slug, artwork).map(({ url }) => url),
    category: product.category,
    descargable: isDownload(product),
    download_link: isDownload(product) ? `descargas/${productId(product.slug)}/${product.slug}.zip` : null,
    uncoins: product.coins ?? null,
    created_at: daysAgo(product.ageDays),
    updated_at: daysAgo(product.ageDays),
    publicado_at: product.status ? null : daysAgo(product.ageDays),
  };
}

/** The panel asks for a second factor, so the demo admin has an app, whose key everybody knows. */
async function makeAdmin(sql: postgres.Sql, id: string) {
  // Only staff may be called like the shop.
  await sql`update usuarios_meta set role = 'admin', username = 'unstore' where id = ${id}`;
  await sql`
    insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
    values (${stableId('factor', 'unstore')}, ${id}, 'npm run demo:code', 'totp', 'verified', ${demoSecret},
      ${daysAgo(300)}, ${daysAgo(300)})`;
  // Nobody did it just now: there is nothing to tell.
  await sql`delete from correos where user_id = ${id} and plantilla = 'segundo_factor'`;
  await sql`delete from notificaciones where user_id = ${id} and tipo = 'segundo_factor'`;
}

/** Invoices name whoever sells. The tax id has a right check digit and belongs to nobody. */
const insertSeller = (sql: postgres.Sql) => sql`update configuracion_global set
  vendedor_nombre = 'UnStore Contenidos Digitales, S. L.', vendedor_nif = 'B12345674',
  vendedor_direccion = 'Calle Mayor 1, 28013 Madrid, España'`;

async function insertPeople(sql: postgres.Sql, artwork: Artwork) {
  const { users, identities } = userRows(await bcrypt.hash(demoPassword, 10));
  await sql`insert into auth.users ${sql(users as never)}`;
  await sql`insert into auth.identities ${sql(identities as never)}`;
  await makeAdmin(sql, userId('unstore'));
  for (const creator of creators) {
    const picture = (name: string) => artwork.picture(`avatars/creadores/${creator.username}/${name}.webp`).url;
    await sql`update usuarios_meta set display_name = ${creator.displayName}, bio = ${creator.bio},
      avatar_url = ${picture('avatar')}, banner_url = ${picture('banner')}, created_at = ${daysAgo(300)}
      where id = ${userId(creator.username)}`;
  }
  for (const buyer of buyers) {
    await sql`update usuarios_meta set display_name = ${buyer.displayName}, created_at = ${daysAgo(300)},
      reputacion = ${buyer.reputation ?? 'buena'}, infracciones = ${buyer.reputation ? 2 : 0},
      banned_until = ${buyer.banned ? daysAgo(-365) : null},
      ban_motivo = ${buyer.banned ? 'Reventa de códigos de canje.' : null}
      where id = ${userId(buyer.username)}`;
    if (buyer.club) {
      // It was cancelled and ends by itself, in ten years: nobody asks Stripe, which knows nothing of it.
      const reference = `sub_demo_${buyer.username}`;
      const paid = { estado: 'pagado', centimos: 3978, moneda: 'eur', devuelto_centimos: 0, perdido: false };
      const charge = {
        factura: `in_demo_${buyer.username}`,
        desde: daysAgo(0),
        hasta: daysAgo(-3650),
        pagado_at: daysAgo(0),
      };
      await sql`select aplicar_suscripcion(${userId(buyer.username)}, ${reference}, 'yearly', 'cancelada_al_final',
        ${daysAgo(0)}, ${daysAgo(-3650)}, ${daysAgo(0)}, ${sql.json([{ ...paid, ...charge }])})`;
      await sql`delete from correos where user_id = ${userId(buyer.username)} and plantilla like 'club%'`;
    }
    if (buyer.uncoins) {
      await sql`insert into movimientos_uncoins (user_id, cantidad, concepto, clave)
        values (${userId(buyer.username)}, ${buyer.uncoins}, 'ajuste', ${`semilla:${buyer.username}`})`;
    }
  }
  await sql`update logros_usuario set created_at = ${daysAgo(300)}`;
  await sql`insert into follows ${sql(follows.map(([from, to]) => ({ follower_id: userId(from), following_id: userId(to) })))}`;
}

async function insertCatalogue(sql: postgres.Sql, artwork: Artwork) {
  await sql`insert into productos ${sql(products.map((product) => productRow(product, artwork)) as never)}`;
  const images = products.flatMap(({ slug }) =>
    galleryOf(slug, artwork).map((image, index) => ({
      producto_id: productId(slug),
      url: image.url,
      orden: index,
      ancho: 1600,
      alto: 900,
      blur: image.blur,
    })),
  );
  await sql`insert into imagenes_producto ${sql(images)}`;
  const editions = products.flatMap(({ slug, editions: list = [] }) =>
    list.map((edition, index) => ({
      id: editionId(slug, edition.name),
      producto_id: productId(slug),
      nombre: edition.name,
      nombre_en: edition.nameEn,
      precio: edition.price,
      oferta: edition.offer ?? null,
      reserva: edition.releaseInDays !== undefined,
      fecha_lanzamiento: edition.releaseInDays === undefined ? null : daysAgo(-edition.releaseInDays),
      incluye: edition.includes.map(({ es }) => es).join('\n'),
      incluye_en: edition.includes.map(({ en }) => en).join('\n'),
      portada_url: artwork.picture(`portadas/${slug}/edition-${index + 1}.webp`).url,
      orden: index,
    })),
  );
  await sql`insert into ediciones ${sql(editions)}`;
  const versions = products.flatMap(({ slug, versions: list = [] }) =>
    list.map(({ version, ageDays, changes }) => ({
      producto_id: productId(slug),
      version,
      novedades: changes.es,
      novedades_en: changes.en,
      created_at: daysAgo(ageDays),
    })),
  );
  await sql`insert into versiones_producto ${sql(versions)}`;
  for (const bundle of bundles) {
    const id = stableId('bundle', bundle.name);
    // A creator manages a bundle of their own products; one of several creators is the shop's.
    const [first = '', ...others] = bundle.products;
    const owner = others.every((slug) => creatorOf(slug) === creatorOf(first)) ? productId(first) : null;
    await sql`insert into bundles (id, nombre, nombre_en, descripcion, descripcion_en, precio, oferta, producto_id) values
      (${id}, ${bundle.name}, ${bundle.nameEn}, ${bundle.description}, ${bundle.descriptionEn}, ${bundle.price}, ${bundle.offer}, ${owner})`;
    await sql`insert into bundles_productos ${sql(bundle.products.map((slug) => ({ bundle_id: id, producto_id: productId(slug) })))}`;
  }
}

/** What creators have sent and nobody has decided about yet. */
async function insertQueue(sql: postgres.Sql) {
  await sql`insert into revisiones_producto (producto_id, autor_id, es_nueva, enviada_at, contenido)
    select p.id, p.usuario_id, true, now() - interval '9 hours',
      privado.contenido_de(p)
    from productos p where p.status = 'pending'`;
}

/** Offers began some days ago, after months at the full price: what an offer is held against. */
async function backdatePrices(sql: postgres.Sql) {
  await sql`update historial_precios set desde = now() - interval '5 days' where oferta is not null`;
  await sql`update historial_precios set desde = now() - interval '120 days' where oferta is null`;
  await sql`insert into historial_precios (producto_id, edicion_id, bundle_id, precio, desde)
    select producto_id, edicion_id, bundle_id, precio, now() - interval '120 days'
    from historial_precios where oferta is not null`;
}

type Purchase = (typeof purchases)[number];
const paymentId = ({ buyer, product }: Purchase) => stableId('payment', `${buyer}:${product}`);

/** What the purchases were paid with: by card, at what the product cost, a fifth of it for its creator. */
async function insertPayments(sql: postgres.Sql) {
  for (const purchase of purchases.filter(({ price }) => price > 0)) {
    const cents = Math.round(purchase.price * 100);
    const paidAt = daysAgo(purchase.daysAgo);
    await sql`insert into pagos (id, user_id, destinatario_id, producto_id, metodo, proveedor, referencia, estado,
        total_centimos, presupuesto, minecraft_name, clave, created_at, pagado_at, confirmado_at, caduca_at)
      select ${paymentId(purchase)}, ${userId(purchase.buyer)}, ${userId(purchase.buyer)}, p.id, 'tarjeta', 'stripe',
        ${`cs_demo_${purchase.buyer}_${purchase.product}`}, 'pagado', ${cents}::integer,
        jsonb_build_object('ok', true, 'nombre', p.nombre, 'total_centimos', ${cents}::integer,
          'lineas', jsonb_build_array(privado.linea('base', ${cents}::integer)), 'es_reserva', p.reserva, 'es_recarga', false,
          'interno', jsonb_build_object('ingresos_porcentaje', 20, 'articulos', jsonb_build_array(jsonb_build_object(
            'producto_id', p.id, 'usuario_id', p.usuario_id, 'es_reserva', p.reserva, 'centimos', ${cents}::integer)))),
        ${`${purchase.buyer}_mc`}, ${`semilla:${purchase.buyer}:${purchase.product}`}, ${paidAt}, ${paidAt}, ${paidAt},
        ${paidAt}::timestamptz + interval '1 hour'
      from productos p where p.id = ${productId(purchase.product)}`;
  }
}

/** Paid and delivered: the creators have their share, and the buyers their invoice and their achievement. */
async function deliverPayments(sql: postgres.Sql) {
  await sql`insert into movimientos_ingresos (usuario_id, centimos, concepto, clave, adquisicion_id, created_at)
    select p.usuario_id, privado.parte_porcentual(g.total_centimos, 20), 'venta', 'venta:' || a.id, a.id, g.pagado_at
    from pagos g join adquisiciones a on a.pago_id = g.id join productos p on p.id = a.producto_id
    where p.usuario_id <> g.user_id order by g.pagado_at`;
  await sql`insert into logros_usuario (user_id, logro, created_at)
    select user_id, 'primera_compra', min(pagado_at) from pagos where estado = 'pagado' group by user_id`;
  await sql`update productos p set adquirido = adquirido + x.orders, compradores = x.buyers
    from (select producto_id, count(*) as orders, count(distinct user_id) as buyers from adquisiciones group by 1) x
    where x.producto_id = p.id`;
  const paid = await sql`select id from pagos where estado = 'pagado' order by pagado_at`;
  for (const { id } of paid)
    await sql`update pagos set estado = 'entregado', entregado_at = pagado_at where id = ${id}`;
}

async function insertActivity(sql: postgres.Sql) {
  await sql`insert into codigos_cupones ${sql(
    coupons.map(({ code, product, percent, expired }) => ({
      codigo: code,
      product_id: productId(product),
      percent_discount: percent,
      caduca_at: expired ? daysAgo(1) : null,
    })),
  )}`;
  await sql`insert into codigos_canjes ${sql(
    redeemCodes.map(({ code, product, edition, usedBy }) => ({
      codigo: code,
      canjeado: usedBy !== undefined,
      canjeado_por: usedBy ? userId(usedBy) : null,
      canjeado_at: usedBy ? daysAgo(15) : null,
      id_producto: productId(product),
      id_edicion: edition ? editionId(product, edition) : null,
    })),
  )}`;
  await sql`insert into adquisiciones (user_id, producto_id, edicion_id, origen, precio_pagado, minecraft_name, created_at)
    select canjeado_por, id_producto, id_edicion, 'codigo', 0, 'jugador_demo', canjeado_at
    from codigos_canjes where canjeado`;
  await sql`insert into favoritos ${sql(favourites.map(([person, slug]) => ({ user_id: userId(person), producto_id: productId(slug) })))}`;
  await insertPayments(sql);
  await sql`insert into adquisiciones ${sql(
    purchases.map((purchase) => ({
      pago_id: purchase.price === 0 ? null : paymentId(purchase),
      id: stableId('order', `${purchase.buyer}:${purchase.product}`),
      user_id: userId(purchase.buyer),
      producto_id: productId(purchase.product),
      es_reserva: products.find(({ slug }) => slug === purchase.product)?.releaseInDays !== undefined,
      origen: purchase.price === 0 ? 'gratis' : 'compra',
      precio_pagado: purchase.price,
      minecraft_name: `${purchase.buyer}_mc`,
      created_at: daysAgo(purchase.daysAgo),
      fecha: daysAgo(purchase.daysAgo),
    })),
  )}`;
  await deliverPayments(sql);
  await sql`insert into resenas ${sql(
    reviews.map((review) => ({
      id: stableId('review', `${review.person}:${review.product}`),
      user_id: userId(review.person),
      producto_id: productId(review.product),
      estrellas: review.stars,
      texto: review.text,
      respuesta: review.answer ?? null,
      respuesta_at: review.answer ? daysAgo(review.daysAgo - 1) : null,
      created_at: daysAgo(review.daysAgo),
    })),
  )}`;
}

/** Answered questions with their thanks, and public posts, without notifications. */
async function insertTalk(sql: postgres.Sql): Promise<void> {
  const [mails] = await sql`select coalesce(max(id), 0) as last from correos`;
  const idOf = ({ person, product, daysAgo }: (typeof questions)[number]) =>
    stableId('question', `${person}:${product}:${daysAgo}`);
  await sql`insert into preguntas ${sql(
    questions.map((question) => ({
      id: idOf(question),
      producto_id: productId(question.product),
      user_id: userId(question.person),
      texto: question.text,
      respuesta: question.answer,
      respuesta_at: daysAgo(question.daysAgo - 1),
      respuesta_de: userId(creatorOf(question.product)),
      created_at: daysAgo(question.daysAgo),
    })),
  )}`;
  await sql`insert into gracias_respuesta ${sql(
    questions.flatMap((question) =>
      (question.thanks ?? []).map((person) => ({
        pregunta_id: idOf(question),
        user_id: userId(person),
        created_at: daysAgo(question.daysAgo - 2),
      })),
    ),
  )}`;
  await sql`insert into publicaciones ${sql(
    posts.map((post) => ({
      id: stableId('post', post.title),
      autor_id: userId(post.author),
      titulo: post.title,
      texto: post.html,
      audiencia: 'publico',
      producto_id: post.product ? productId(post.product) : null,
      publicada_at: daysAgo(post.daysAgo),
      avisada_at: daysAgo(post.daysAgo),
      created_at: daysAgo(post.daysAgo),
    })),
  )}`;
  await sql`delete from correos where id > ${Number(mails?.last)}`;
  await sql`delete from notificaciones where tipo = 'contestada'`;
}

/** Inserts the rows of the demo shop. */
export async function insertShop(sql: postgres.Sql, artwork: Artwork): Promise<void> {
  await insertSeller(sql);
  await insertPeople(sql, artwork);
  await insertCatalogue(sql, artwork);
  await backdatePrices(sql);
  await insertQueue(sql);
  await insertActivity(sql);
  await insertTalk(sql);
}

/**
 * Fills an empty database with the demo shop, once: everything is inserted in one transaction after the
 * files are in place, so that a run that was interrupted is simply repeated.
 */
export async function seed(options: SeedOptions): Promise<void> {
  const sql = postgres(options.databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const [already] = await sql`select 1 from productos limit 1`;
    if (already) return;
    options.onProgress?.('Filling the shop');
    const artwork = await readArtwork();
    await uploadAll(options, artwork);
    await sql.begin(async (begun) => {
      // The package types a transaction without its call signature.
      await insertShop(begun as unknown as postgres.Sql, artwork);
    });
  } finally {
    await sql.end();
  }
}
