import 'server-only';
import { createHmac } from 'node:crypto';
import { createAdminClient } from '@/lib/core/supabase/admin';

let key: Buffer | undefined;

async function fetchKey(): Promise<Buffer> {
  const { data, error } = await createAdminClient().rpc('clave_de_sellos');
  if (error || !data) throw new Error(`clave_de_sellos failed: ${error?.message ?? 'no key'}`);
  return Buffer.from(data, 'hex');
}

/**
 * Seals words that only the shop may say, for a function that is called with the rights of whoever asks
 * (`sello_valido`). The key is fetched once, by a call that nobody has a say in; the seal stays on the server.
 *
 * @param words in the order of the function; none holds a line feed
 */
export async function seal(...words: Array<string | number>): Promise<string> {
  key ??= await fetchKey();
  return createHmac('sha256', key).update(words.join('\n')).digest('hex');
}
