import 'server-only';
import { z } from 'zod';
import { orNull } from '@/lib/core/action/refusal';
import { readRpc } from '@/lib/core/action/rpc';
import type { Locale } from '@/lib/core/i18n/locales';
import { createRequestClient } from '@/lib/core/supabase/server';
import { isUuid } from '@/lib/core/uuid';
import { toDraft } from '@/lib/publish/content';
import { getSavedNames } from '@/lib/publish/files';
import { choiceRow, toOwnChoice } from '@/lib/publish/own-choice';
import type { PreviewCreator } from '@/lib/publish/preview';
import { type OwnChoice, type ProductDraft, reviewStates } from '@/lib/publish/types';
import { fileName, parseStoragePath } from '@/lib/storage/path';
import { signRead } from '@/lib/storage/server';
import { type FileUse, findFileUses } from './file-uses';

const secondsToLook = 15 * 60;

const states = z.enum(reviewStates);
const revisionRow = z.object({
  id: z.string(),
  estado: states,
  enviada_at: z.string(),
  producto_id: z.string(),
  slug: z.string(),
  creador: z.object({
    id: z.string(),
    display_name: z.string(),
    username: z.string(),
    avatar_url: z.string(),
    role: z.string(),
  }),
  antes: z.unknown(),
  anterior: z.unknown(),
  huella: z.string(),
  moderador: z.object({ id: z.string(), name: z.string() }).nullable(),
  despues: z.unknown(),
  suyos: z.record(z.string(), z.string()),
  archivos: z.record(
    z.string(),
    z.object({
      bytes: z.coerce.number().nullable(),
      subido_at: z.string().nullable(),
      huella: z.string().nullable(),
      resultado: z.enum(['limpio', 'hallazgo', 'sin_analizar']).nullish(),
      hallazgo: z.string().nullish(),
      analizado_at: z.string().nullish(),
    }),
  ),
  en_packs: z.array(choiceRow),
  historia: z.array(
    z.object({
      estado: states,
      motivos: z.array(z.string()),
      nota: z.string().nullable(),
      decidida_at: z.string(),
      quien: z.string().nullable(),
    }),
  ),
});

type Decision = {
  state: z.output<typeof states>;
  reasons: string[];
  note: string | null;
  at: string;
  /** Null if that account is deleted. */
  by: string | null;
};

/** A file of a revision, or of the published or returned version. */
export type RevisionFile = {
  /** As in the drafts. */
  link: string;
  name: string;
  uses: FileUse[];
  /**
   * Readable address: signed for a quarter of an hour, or external; null if storage has no such file, or the revision is
   * decided.
   */
  url: string | null;
  isOutside: boolean;
  bytes: number | null;
  /** SHA-256: the shop's own, or the one computed by the creator's browser. */
  print: string | null;
  /** The scan result; null before the file was read. */
  scan: { result: 'limpio' | 'hallazgo' | 'sin_analizar'; finding: string | null; at: string } | null;
  at: string | null;
};

export type Revision = {
  id: string;
  state: z.output<typeof states>;
  sentAt: string;
  productId: string;
  slug: string;
  creator: PreviewCreator & { id: string };
  /** Fingerprint of the shown version, which a decision must match. */
  fingerprint: string;
  takenBy: { id: string; name: string } | null;
  /** The version on sale, or before it was taken down; null for a product that was never on sale. */
  before: ProductDraft | null;
  after: ProductDraft;
  /** Versions rejected or returned for changes since the last approval. */
  sentBack: ProductDraft | null;
  /** The names of the creator's products by id, for bundles and the base of an extension. */
  names: Record<string, string>;
  /** The other products in its bundles. */
  packed: OwnChoice[];
  history: Decision[];
  files: RevisionFile[];
  /** False once it is decided: moderators read the files of waiting revisions only. */
  isOpen: boolean;
};

/** Signs the link with the moderator's own rights, which cover the files of pending revisions. */
async function toFile(
  isOpen: boolean,
  [link, uses]: [string, FileUse[]],
  known: z.output<typeof revisionRow>['archivos'],
  names: Record<string, string>,
): Promise<RevisionFile> {
  const path = parseStoragePath(link);
  if (path?.bucket !== 'descargas') {
    return { link, name: link, uses, url: link, isOutside: true, bytes: null, print: null, scan: null, at: null };
  }
  const {
    bytes = null,
    huella: print = null,
    subido_at: at = null,
    resultado,
    hallazgo,
    analizado_at,
  } = known[link] ?? {};
  const scan = resultado && analizado_at ? { result: resultado, finding: hallazgo ?? null, at: analizado_at } : null;
  const name = names[link] ?? fileName(path);
  const url = isOpen ? await signRead(path, secondsToLook, name) : null;
  return { link, name, uses, url, isOutside: false, bytes, print, scan, at };
}

/** Files by their link in the drafts: address and name. */
export type RevisionLinks = Record<string, { href: string; name: string }>;

/** A revision with the published and returned versions, for the signed-in moderator; null if there is none. */
export async function getRevision(id: string, locale: Locale): Promise<Revision | null> {
  if (!isUuid(id)) return null;
  const asked = { p_revision: id };
  const row = await readRpc(createRequestClient(), 'revision_para_decidir', asked, orNull(revisionRow));
  if (!row) return null;
  const draftOf = (content: unknown) => (content ? toDraft(row.slug, content, locale) : null);
  const after = toDraft(row.slug, row.despues, locale);
  const [before, sentBack] = [draftOf(row.antes), draftOf(row.anterior)];
  const isOpen = row.estado === 'pendiente' || row.estado === 'cambios_pedidos';
  const uses = [...findFileUses({ proposed: after, onSale: before, sentBack })];
  const saved = await getSavedNames(uses.map(([link]) => link).filter((link) => parseStoragePath(link)));
  return {
    id: row.id,
    state: row.estado,
    sentAt: row.enviada_at,
    productId: row.producto_id,
    slug: row.slug,
    creator: {
      id: row.creador.id,
      displayName: row.creador.display_name,
      username: row.creador.username,
      avatarUrl: row.creador.avatar_url,
      verified: row.creador.role === 'admin',
    },
    fingerprint: row.huella,
    takenBy: row.moderador,
    before,
    after,
    sentBack,
    names: row.suyos,
    packed: row.en_packs.map((product) => toOwnChoice(locale, product)),
    history: row.historia.map((entry) => ({
      state: entry.estado,
      reasons: entry.motivos,
      note: entry.nota,
      at: entry.decidida_at,
      by: entry.quien,
    })),
    files: await Promise.all(uses.map((entry) => toFile(isOpen, entry, row.archivos, saved))),
    isOpen,
  };
}
