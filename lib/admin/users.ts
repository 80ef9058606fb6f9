import 'server-only';
import { z } from 'zod';
import { reputations } from '@/lib/account/constants';
import { isBanned } from '@/lib/account/identity/row';
import { orNull } from '@/lib/core/action/refusal';
import { readRpc } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';
import { isUuid } from '@/lib/core/uuid';
import { roles } from '@/lib/gates/person';
import { type AdminAct, actRow } from './acts';

/** A person, as panel lists and edits show them. */
export const userRow = z
  .object({
    id: z.string(),
    display_name: z.string(),
    username: z.string(),
    avatar_url: z.string(),
    email: z.string().nullable(),
    role: z.enum(roles),
    club: z.boolean(),
    reputacion: z.enum(reputations),
    uncoins: z.number(),
    banned_until: z.string().nullable(),
    ban_motivo: z.string().nullable(),
    created_at: z.string(),
  })
  .transform((row) => ({
    id: row.id,
    displayName: row.display_name,
    username: row.username,
    avatarUrl: row.avatar_url,
    email: row.email ?? '',
    role: row.role,
    isClubMember: row.club,
    reputation: row.reputacion,
    uncoins: row.uncoins,
    /** End of an active ban; `infinity` for a permanent one. */
    bannedUntil: isBanned({ bannedUntil: row.banned_until }) ? row.banned_until : null,
    banReason: row.ban_motivo,
    createdAt: row.created_at,
  }));

export type AdminUser = z.output<typeof userRow>;
const detailRow = z.object({ infracciones: z.number(), actos: z.array(actRow) });

/** A person with the acts of admins on them, newest first; null if the id is unknown. */
export async function getUser(id: string): Promise<(AdminUser & { infractions: number; acts: AdminAct[] }) | null> {
  if (!isUuid(id)) return null;
  const found = await readRpc(
    createRequestClient(),
    'admin_usuario',
    { p_usuario: id },
    orNull(userRow.and(detailRow)),
  );
  if (!found) return null;
  const { infracciones, actos, ...user } = found;
  return { ...user, infractions: infracciones, acts: actos };
}

/** True if a person has a second factor. */
export async function hasSecondFactor(id: string): Promise<boolean> {
  const answer = z.object({ activo: z.boolean() });
  return (await readRpc(createRequestClient(), 'admin_segundo_factor', { p_usuario: id }, answer)).activo;
}
