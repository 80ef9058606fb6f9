import { randomBytes } from 'node:crypto';
import type { Target } from '@unstore/web-bench';
import { database } from '../../tests/e2e/support/database.ts';
import { createProduct, giveOrder } from '../../tests/e2e/support/goods.ts';
import { createPerson } from '../../tests/e2e/support/people.ts';

/** Keys per kind of call, so that none reaches its limit of calls per minute. */
const count = 240;
const many = Array.from({ length: count }, (_, index) => index);

/** The request body of a Paper server with one player. */
const contact = JSON.stringify({
  platform: { type: 'BUKKIT', name: 'Paper', version: '1.21.4' },
  version: '1.3.10',
  players: [{ name: 'jugador_1', uuid: null }],
  maxPlayers: 20,
  full: false,
});

async function addServers(creator: string, kind: 'azlink' | 'agente'): Promise<string[]> {
  const keys = many.map(() => randomBytes(24).toString('hex'));
  await database()`insert into servidores (usuario_id, nombre, tipo, identidad, prefijo, clave_hash, clave_final)
    select ${creator}, 'Servidor', ${kind}, 'online', '', privado.hash_de_clave(k), right(k, 4)
    from unnest(${keys}::text[]) k`;
  return keys;
}

type Keys = { publishable: string; secret: string };

/** One order with a licence key of each of many products. */
async function addLicences(creator: string): Promise<Array<{ license_key: string; product_id: string }>> {
  const buyer = await createPerson();
  for (const _ of many) {
    const { id, slug } = await createProduct({ usuario_id: creator });
    await database()`insert into licencias_producto values (${id}, true, 3)`;
    await giveOrder(buyer, slug);
  }
  const rows = await database()`select k.clave, a.producto_id from licencias k
    join adquisiciones a on a.id = k.adquisicion_id where a.user_id = ${buyer.id}`;
  return rows.map(({ clave, producto_id }) => ({ license_key: clave, product_id: producto_id }));
}

/**
 * The calls of game servers and programs, each with many keys and from many addresses.
 *
 * @param site address of the shop, behind one proxy
 * @param api address of the local API, for the database call of each
 * @param keys its keys
 */
export async function gameTargets(site: string, api: string, keys: Keys): Promise<Target[]> {
  const { id: creator } = await createPerson();
  const azlink = await addServers(creator, 'azlink');
  const agents = await addServers(creator, 'agente');
  const licences = await addLicences(creator);
  const json = { 'content-type': 'application/json' };
  const headersOf = (index: number) => ({ 'x-forwarded-for': `198.18.${index}.1` });
  const callWith = (key: string) => ({ ...json, apikey: key, authorization: `Bearer ${key}` });
  const fetchOf = (kind: string, sent: object) => (key: string) =>
    JSON.stringify({ p_clave: key, p_tipo: kind, p_contacto: sent, p_limite: 100 });
  const present = { plataforma: 'Paper 1.21.4', plugin: '1.3.10', jugadores: [{ name: 'jugador_1', uuid: null }] };
  const repeat = <T>(value: T) => many.map(() => value);
  return [
    {
      name: 'azlink',
      url: `${site}/api/azlink`,
      headers: azlink.map((key, index) => ({ ...json, ...headersOf(index), 'azuriom-link-token': key })),
      body: repeat(contact),
    },
    {
      name: 'azlinkCall',
      url: `${api}/rest/v1/rpc/recoger_ordenes`,
      headers: repeat(callWith(keys.secret)),
      body: azlink.map(fetchOf('azlink', present)),
    },
    {
      name: 'deliveries',
      url: `${site}/api/v1/deliveries`,
      headers: agents.map((key, index) => ({ ...headersOf(index), authorization: `Bearer ${key}` })),
    },
    {
      name: 'deliveriesCall',
      url: `${api}/rest/v1/rpc/recoger_ordenes`,
      headers: repeat(callWith(keys.secret)),
      body: agents.map(fetchOf('agente', {})),
    },
    {
      name: 'validate',
      url: `${site}/api/v1/licenses/validate`,
      headers: many.map((index) => ({ ...json, ...headersOf(index) })),
      body: licences.map((licence) => JSON.stringify(licence)),
    },
    {
      name: 'validateCall',
      url: `${api}/rest/v1/rpc/licencia_v1`,
      headers: repeat(callWith(keys.publishable)),
      body: licences.map(({ license_key, product_id }) =>
        JSON.stringify({ p_accion: 'validar', p_clave: license_key, p_producto: product_id, p_nombre: null }),
      ),
    },
  ];
}
