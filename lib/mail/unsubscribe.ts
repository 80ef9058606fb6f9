import 'server-only';
import { z } from 'zod';
import { callRpc } from '@/lib/core/action/rpc';
import { linkParameters } from '@/lib/core/http/mail-link';
import { seal } from '@/lib/core/security/seal';
import { createPublicClient } from '@/lib/core/supabase/server';

/** Kinds of mails with an unsubscribe link. */
export const leaveKind = z.enum(['favoritos', 'anuncios', 'publicaciones']);

/** Parameters of an unsubscribe link: kind, person and seal. */
export const leaveLink = z.preprocess(
  (query: object) => linkParameters(Object.entries(query)),
  z.object({
    tipo: leaveKind,
    persona: z.uuid(),
    sello: z.string().regex(/^[0-9a-f]{64}$/),
  }),
);
export type LeaveLink = z.output<typeof leaveLink>;

/** The query of a person's unsubscribe link, which is valid as long as the shop's key. */
export async function leaveQuery(kind: z.output<typeof leaveKind>, user: string): Promise<string> {
  const sello = await seal('dejar_correos', kind, user);
  return new URLSearchParams({ tipo: kind, persona: user, sello }).toString();
}

/**
 * Unsubscribes a person from a kind of mails. Idempotent.
 *
 * @returns whether the link is valid
 * @throws if the database does not answer
 */
export async function leaveMails({ tipo, persona, sello }: LeaveLink): Promise<boolean> {
  const asked = { p_usuario: persona, p_tipo: tipo, p_sello: sello };
  return (await callRpc(createPublicClient(), 'dejar_correos', asked, ['sello_no_valido'])).ok;
}
