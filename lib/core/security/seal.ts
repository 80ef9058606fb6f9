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
 * Signs values, so that a function of the database called with a person's rights can verify that they come from the
 * shop (`sello_valido`). The key is fetched once with the shop's rights. Only the seals of mail links leave the server;
 * their holder may do what the words describe, and nothing else.
 *
 * @param words in the order of the function; none contains a line feed
 */
export async function seal(...words: Array<string | number>): Promise<string> {
  key ??= await fetchKey();
  return createHmac('sha256', key).update(words.join('\n')).digest('hex');
}
