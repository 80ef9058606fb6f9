import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';

const person = z
  .object({ id: z.string(), display_name: z.string(), username: z.string(), avatar_url: z.string() })
  .transform((row) => ({
    id: row.id,
    displayName: row.display_name,
    username: row.username,
    avatarUrl: row.avatar_url,
  }));

export type Recipient = z.output<typeof person>;

/** Up to five people whose name matches; the person who asks is left out. */
export async function searchRecipients(text: string): Promise<Recipient[]> {
  return readRpc(createRequestClient(), 'buscar_destinatarios', { p_texto: text }, z.array(person));
}

/** The person with exactly this username, or null. */
export async function findRecipient(username: string): Promise<Recipient | null> {
  const { data, error } = await (await createRequestClient())
    .from('usuarios_meta')
    .select('id,display_name,username,avatar_url')
    .ilike('username', username.replaceAll('_', '\\_'))
    .maybeSingle();
  if (error) throw new Error(`recipient query failed: ${error.message}`);
  return data && person.parse(data);
}
