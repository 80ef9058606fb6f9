import 'server-only';
import { z } from 'zod';
import { callRpc } from '@/lib/core/action/rpc';
import { seal } from '@/lib/core/security/seal';
import { createPublicClient } from '@/lib/core/supabase/server';

/** The mails that a link in them ends, with the function of the database that does it; its name is sealed too. */
const kinds = { favoritos: 'dejar_correos_favoritos', anuncios: 'dejar_correos_anuncios' } as const;
type Kind = keyof typeof kinds;

/** What the link in a mail says: who wants no more of which, and the shop's seal. Older links name no kind. */
export const leaveLink = z.object({
  tipo: z.enum(['favoritos', 'anuncios']).default('favoritos'),
  persona: z.uuid(),
  sello: z.string().regex(/^[0-9a-f]{64}$/),
});
export type LeaveLink = z.output<typeof leaveLink>;

/** The query of the addresses by which a person ends the mails of a kind, for as long as the shop has its key. */
export async function leaveQuery(kind: Kind, user: string): Promise<string> {
  const link = { persona: user, sello: await seal(kinds[kind], user) };
  return new URLSearchParams(kind === 'favoritos' ? link : { tipo: kind, ...link }).toString();
}

/**
 * Ends the mails of a kind for a person. Repeating it changes nothing.
 *
 * @returns whether the link was one of the shop
 * @throws when the database does not answer
 */
export async function leaveMails({ tipo, persona, sello }: LeaveLink): Promise<boolean> {
  const asked = { p_usuario: persona, p_sello: sello };
  return (await callRpc(createPublicClient(), kinds[tipo], asked, ['sello_no_valido'])).ok;
}
