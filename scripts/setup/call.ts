import { createClient } from '@supabase/supabase-js';

export type Project = { url: string; secretKey: string };

/**
 * Calls a database function with the secret key.
 *
 * @returns its answer, unchecked
 * @throws an Error with the function's name if the project refuses, with the address if it does not answer
 */
export async function callWithSecretKey(
  { url, secretKey }: Project,
  name: string,
  values: Record<string, unknown>,
): Promise<unknown> {
  const client = createClient(url, secretKey, { auth: { persistSession: false, autoRefreshToken: false } });
  const { data, error, status } = await client.rpc(name, values);
  if (error && status === 0) throw new Error(`${url} does not answer: \`npm run doctor\` says why`, { cause: error });
  if (error) throw new Error(`${name}: ${error.message}`);
  return data;
}
