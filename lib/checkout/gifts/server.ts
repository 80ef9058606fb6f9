import 'server-only';
import { cache } from 'react';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';
import type { Recipient } from '../types';
import { anybody } from './index';

const person = z
  .object({ id: z.string(), display_name: z.string(), username: z.string(), avatar_url: z.string() })
  .transform(
    (row): Recipient => ({
      id: row.id,
      displayName: row.display_name,
      username: row.username,
      avatarUrl: row.avatar_url,
    }),
  );

/** Up to five people with a matching name, without the signed-in person. */
export async function searchRecipients(text: string): Promise<Recipient[]> {
  return readRpc(createRequestClient(), 'buscar_destinatarios', { p_texto: text }, z.array(person));
}

/** Represents the person who will open the link of a gift (`privado.cualquiera`). */
const whoever: Recipient = {
  id: '00000000-0000-0000-0000-000000000000',
  displayName: '',
  username: anybody,
  avatarUrl: '',
};

/** True if an id represents the person who will open a gift link, and is not an account. */
export const isWhoever = (id: string | null): boolean => id === whoever.id;

/** The person with this username, or null; read once per request. */
export const findRecipient = cache(async (username: string): Promise<Recipient | null> => {
  if (username === anybody) return whoever;
  const asked = { p_usuario: username };
  const [found] = await readRpc(createRequestClient(), 'persona_llamada', asked, z.array(person).max(1));
  return found ?? null;
});
