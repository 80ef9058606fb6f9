import 'server-only';
import Stripe from 'stripe';
import { nothing, readRpc } from '@/lib/core/action/rpc';
import { log } from '@/lib/core/log';
import { createAdminClient } from '@/lib/core/supabase/admin';

/** Stripe's API version: that of the pinned package. The webhook endpoint must use it. */
const apiVersion: string = Stripe.API_VERSION;

/**
 * True if the shop can read the events of a webhook endpoint. Events of other API versions have other fields and are
 * not used. The admins get a case once a day per version, and the ten-minute job asks Stripe for the current state
 * instead.
 *
 * @throws if the database does not answer
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
