import 'server-only';
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { createAdminClient } from '@/lib/core/supabase/admin';

let key: Buffer | undefined;

async function fetchKey(): Promise<Buffer> {
  return Buffer.from(await readRpc(createAdminClient(), 'clave_de_sellos', {}, z.string().min(1)), 'hex');
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
