import { createClient } from '@supabase/supabase-js';
import { z } from 'zod';

const answer = z.union([
  z.object({ ok: z.literal(true), creados: z.coerce.number().optional() }),
  z.object({ ok: z.literal(false), error: z.string() }),
]);

const refusals: Record<string, string> = {
  usuario_no_existe: 'nobody has registered with this address: register in the shop and confirm it first',
};

type Project = { url: string; secretKey: string };

/**
 * Makes somebody who has registered an admin, and creates the packs of UnCoins in the name of the first admin. Both
 * change nothing when they are done already.
 *
 * @param email the address that the admin signs in with
 * @returns a sentence for each thing that was done
 * @throws an Error with a sentence when the project refuses
 */
export async function makeAdmin({ url, secretKey }: Project, email: string): Promise<string[]> {
  const client = createClient(url, secretKey, { auth: { persistSession: false, autoRefreshToken: false } });
  const call = async (name: string, values: Record<string, string>) => {
    const { data, error } = await client.rpc(name, values);
    if (error) throw new Error(`${name}: ${error.message}`);
    const said = answer.parse(data);
    if (!said.ok) throw new Error(refusals[said.error] ?? `${name}: ${said.error}`);
    return said;
  };
  await call('nombrar_admin', { p_email: email });
  const { creados = 0 } = await call('crear_packs', {});
  return [
    `${email} is an admin: open /dashboard-admin and set up an authenticator app`,
    creados > 0 ? `created ${creados} packs of UnCoins` : 'the packs of UnCoins are there, and stay',
  ];
}
