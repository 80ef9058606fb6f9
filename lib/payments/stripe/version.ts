import 'server-only';
import Stripe from 'stripe';
import { nothing, readRpc } from '@/lib/core/action/rpc';
import { log } from '@/lib/core/log';
import { createAdminClient } from '@/lib/core/supabase/admin';

/** The version of Stripe's API that the shop is written for: the one of the pinned package, to be chosen for its endpoint. */
const apiVersion: string = Stripe.API_VERSION;

/**
 * Whether the shop understands the events of a webhook endpoint. One of another version has fields in other places:
 * read anyway, it could say less than it means. The admins are told, once a day for each version; what the endpoint
 * sends meanwhile is asked for by the maintenance job.
 *
 * @throws when the database does not answer
 */
export async function acceptsVersion(event: Pick<Stripe.Event, 'id' | 'type' | 'api_version'>): Promise<boolean> {
  if (event.api_version === apiVersion) return true;
  log.error(
    { event: event.id, type: event.type, version: event.api_version, expected: apiVersion },
    'a webhook of another API version was refused: choose the expected one for the endpoint at Stripe',
  );
  const found = {
    p_tipo: 'webhook_de_otra_version',
    p_clave: `version:stripe:${event.api_version}:${new Date().toISOString().slice(0, 10)}`,
    p_pago: null,
    p_datos: { recibida: event.api_version, esperada: apiVersion, evento: event.id },
  };
  await readRpc(createAdminClient(), 'abrir_caso', found, nothing);
  return false;
}
