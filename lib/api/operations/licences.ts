import 'server-only';
import { z } from 'zod';
import { callRpc } from '@/lib/core/action/rpc';
import { createPublicClient } from '@/lib/core/supabase/server';
import { signProof } from '../licences/proof';
import { defineOperation } from '../operation';
import { refusalOf } from '../problem';
import { licenceCheck, licenceRequest, namedLicenceRequest } from '../schemas';

const row = z.union([
  z.object({ valida: z.literal(false) }),
  z.object({
    valida: z.literal(true),
    licencia_id: z.string(),
    edicion_id: z.string().nullable(),
    activada: z.boolean(),
    usadas: z.number(),
    maximo: z.number(),
  }),
]);

type Asked = z.output<typeof licenceRequest>;

/** Looks a key up in the database, and signs a proof for an active one. */
async function check(
  action: 'validar' | 'activar' | 'desactivar',
  asked: Asked,
): Promise<z.input<typeof licenceCheck>> {
  const { license_key: key, product_id: productId, instance } = asked;
  const answer = await callRpc(
    createPublicClient(),
    'licencia_v1',
    { p_accion: action, p_clave: key, p_producto: productId, p_nombre: instance ?? null },
    null,
    row,
  );
  if (!answer.ok) throw refusalOf(answer.error);
  const found = answer.value;
  if (!found.valida) return { valid: false, activated: false, license: null, proof: null };
  const isActive = found.activada && instance !== undefined;
  return {
    valid: true,
    activated: found.activada,
    license: {
      id: found.licencia_id,
      product_id: productId,
      edition_id: found.edicion_id,
      activations: found.usadas,
      activation_limit: found.maximo,
    },
    proof: isActive ? await signProof({ licenceId: found.licencia_id, productId, instance }) : null,
  };
}

const shared = {
  tag: 'Licenses',
  method: 'POST',
  scope: 'none',
  answer: licenceCheck,
  status: 200,
  limitBy: (body: unknown) => (body as Asked).license_key.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''),
} as const;

export const validateLicense = defineOperation({
  ...shared,
  id: 'validateLicense',
  path: '/licenses/validate',
  body: licenceRequest,
  run: ({ body }) => check('validar', body),
});

export const activateLicense = defineOperation({
  ...shared,
  id: 'activateLicense',
  path: '/licenses/activate',
  body: namedLicenceRequest,
  refusals: ['no_activations_left'],
  run: ({ body }) => check('activar', body),
});

export const deactivateLicense = defineOperation({
  ...shared,
  id: 'deactivateLicense',
  path: '/licenses/deactivate',
  body: namedLicenceRequest,
  run: ({ body }) => check('desactivar', body),
});
