import 'server-only';
import { z } from 'zod';
import { reputations, roles } from '@/lib/account/constants';
import { nullable } from '@/lib/supabase/nullable';
import { createRequestClient } from '@/lib/supabase/server';

const userRow = z
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
    /** The end of a ban that counts now; `infinity` for one without end. */
    bannedUntil:
      row.banned_until === 'infinity' || Date.parse(row.banned_until ?? '') > Date.now() ? row.banned_until : null,
    banReason: row.ban_motivo,
    createdAt: row.created_at,
  }));

export type AdminUser = z.output<typeof userRow>;
export type UserFilter = { search: string; role: (typeof roles)[number] | null; before: string | null };

const pageSize = 50;
const listAnswer = z.object({ usuarios: z.array(userRow) });

/**
 * The people of the shop, newest first, for admins (SPEC §2 Admin panel).
 *
 * @param filter.search an id, an e-mail address, or a part of a name
 * @returns up to 50 people, and the moment to go on before
 */
export async function listUsers(filter: UserFilter): Promise<{ users: AdminUser[]; next: string | null }> {
  const { data, error } = await (await createRequestClient()).rpc(
    'admin_usuarios',
    nullable({ p_buscar: filter.search, p_rol: filter.role, p_antes: filter.before }),
  );
  if (error) throw new Error(`admin_usuarios failed: ${error.message}`);
  const { usuarios } = listAnswer.parse(data);
  return {
    users: usuarios.slice(0, pageSize),
    next: usuarios.length > pageSize ? (usuarios[pageSize - 1]?.createdAt ?? null) : null,
  };
}

const actRow = z
  .object({
    id: z.number(),
    accion: z.string(),
    antes: z.record(z.string(), z.unknown()).nullable(),
    despues: z.record(z.string(), z.unknown()).nullable(),
    motivo: z.string().nullable(),
    actor: z.string().nullable(),
    created_at: z.string(),
  })
  .transform((row) => ({
    id: row.id,
    action: row.accion,
    before: row.antes ?? {},
    after: row.despues ?? {},
    reason: row.motivo,
    actor: row.actor,
    at: row.created_at,
  }));

export type AdminAct = z.output<typeof actRow>;

const detailRow = z.object({ infracciones: z.number(), actos: z.array(actRow) });

/** One person with what admins have done about them, newest first; null when there is nobody of that id. */
export async function getUser(id: string): Promise<(AdminUser & { infractions: number; acts: AdminAct[] }) | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const { data, error } = await (await createRequestClient()).rpc('admin_usuario', { p_usuario: id });
  if (error) throw new Error(`admin_usuario failed: ${error.message}`);
  const detail = detailRow.safeParse(data);
  if (!detail.success) return null;
  return { ...userRow.parse(data), infractions: detail.data.infracciones, acts: detail.data.actos };
}
