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
 * Signs values with a seal, so that a database function called with a person's rights can check that they come from the
 * shop (`sello_valido`). The key is fetched once, with the shop's own rights. The seal of a link in a mail
 * leaves the server: whoever has it may do what its words say, and nothing else. The others never do.
 *
 * @param words in the order of the function; none holds a line feed
 */
export async function seal(...words: Array<string | number>): Promise<string> {
  key ??= await fetchKey();
  return createHmac('sha256', key).update(words.join('\n')).digest('hex');
}
