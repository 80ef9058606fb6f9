import { z } from 'zod';
import { reputations } from '@/lib/account/constants';
import type { Me } from '@/lib/account/types';
import { roles, type SecondFactor } from '@/lib/gates/person';
import type { Relation } from './relation';

type Level = { mfa_pendiente: boolean; mfa_activa: boolean; aal2: boolean };

function secondFactorOf({ mfa_pendiente, mfa_activa, aal2 }: Level): SecondFactor {
  if (mfa_pendiente) return 'pending';
  if (!mfa_activa) return 'none';
  return aal2 ? 'shown' : 'recovered';
}

/** The answer of `mi_relacion()`, with English names. */
export const relationRow = z
  .object({
    adquiridos: z.array(
      z.object({ id: z.string(), producto_id: z.string(), edicion_id: z.string().nullable(), origen: z.string() }),
    ),
    favoritos: z.array(z.string()),
    en_biblioteca: z.array(z.string()),
    siguiendo_ids: z.array(z.string()),
  })
  .transform(
    (row): Relation => ({
      owned: row.adquiridos.map((item) => ({
        orderId: item.id,
        productId: item.producto_id,
        editionId: item.edicion_id,
        isLent: item.origen === 'club',
      })),
      favoriteIds: row.favoritos,
      libraryIds: row.en_biblioteca,
      followingIds: row.siguiendo_ids,
    }),
  );

/** The answer of `quien_soy()`, with English names. */
export const meRow = z
  .object({
    id: z.string(),
    display_name: z.string(),
    username: z.string(),
    avatar_url: z.string(),
    role: z.enum(roles),
    mfa_pendiente: z.boolean(),
    mfa_activa: z.boolean(),
    aal2: z.boolean(),
    club: z.boolean(),
    uncoins: z.coerce.number().int(),
    reputacion: z.enum(reputations),
    banned_until: z.string().nullable(),
    ban_motivo: z.string().nullable(),
    avisos: z.coerce.number().int(),
    favoritos: z.coerce.number().int(),
    siguiendo: z.array(z.object({ id: z.string(), display_name: z.string(), avatar_url: z.string() })),
  })
  .transform(
    (row): Me => ({
      id: row.id,
      displayName: row.display_name,
      username: row.username,
      avatarUrl: row.avatar_url,
      role: row.role,
      secondFactor: secondFactorOf(row),
      club: row.club,
      uncoins: row.uncoins,
      reputation: row.reputacion,
      bannedUntil: row.banned_until,
      banReason: row.ban_motivo,
      unread: row.avisos,
      favorites: row.favoritos,
      following: row.siguiendo.map((person) => ({
        id: person.id,
        displayName: person.display_name,
        avatarUrl: person.avatar_url,
      })),
    }),
  );

/** The same with the requested relation. */
export const meWithRelationRow = z.object({ relacion: relationRow }).transform(({ relacion }) => relacion);

/** The end of a permanent ban in the database, which JavaScript cannot parse as a date. */
export const withoutEnd = 'infinity';

/** True if a ban is active. */
export const isBanned = ({ bannedUntil }: Pick<Me, 'bannedUntil'>): boolean =>
  bannedUntil === withoutEnd || (bannedUntil !== null && Date.parse(bannedUntil) > Date.now());
