import 'server-only';
import { z } from 'zod';
import { callRpc } from '@/lib/core/action/rpc';
import { seal } from '@/lib/core/security/seal';
import { createPublicClient } from '@/lib/core/supabase/server';

/** What the link in a mail says: who wants no more of them, and the shop's seal. */
export const leaveLink = z.object({ persona: z.uuid(), sello: z.string().regex(/^[0-9a-f]{64}$/) });
export type LeaveLink = z.output<typeof leaveLink>;

/** The query of the addresses by which a person ends the mails about favourites, for as long as the shop has its key. */
export async function leaveQuery(user: string): Promise<string> {
  return new URLSearchParams({ persona: user, sello: await seal('dejar_correos_favoritos', user) }).toString();
}

/**
 * Ends the mails about favourites for a person. Repeating it changes nothing.
 *
 * @returns whether the link was one of the shop
 * @throws when the database does not answer
 */
export async function leaveFavouriteMails({ persona, sello }: LeaveLink): Promise<boolean> {
  const asked = { p_usuario: persona, p_sello: sello };
  return (await callRpc(createPublicClient(), 'dejar_correos_favoritos', asked, ['sello_no_valido'])).ok;
}
