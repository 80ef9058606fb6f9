import { createClient } from '@supabase/supabase-js';

export type Project = { url: string; secretKey: string };

/**
 * Calls a database function with the secret key.
 *
 * @returns its answer, unchecked
 * @throws an Error with the function's name if the project refuses
 */
export async function callWithSecretKey(
  { url, secretKey }: Project,
  name: string,
  values: Record<string, unknown>,
): Promise<unknown> {
  const client = createClient(url, secretKey, { auth: { persistSession: false, autoRefreshToken: false } });
  const { data, error } = await client.rpc(name, values);
  if (error) throw new Error(`${name}: ${error.message}`);
  return data;
}
