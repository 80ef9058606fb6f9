import 'server-only';
import { z } from 'zod';
import { orNull } from '@/lib/core/action/refusal';
import { readRpc } from '@/lib/core/action/rpc';
import { cursorText, pageOf } from '@/lib/core/supabase/cursor';
import { createRequestClient } from '@/lib/core/supabase/server';
import { toDraft } from '@/lib/publish/content';
import { getSavedNames } from '@/lib/publish/files';
import type { ProductDraft } from '@/lib/publish/types';
import { reviewStates } from '@/lib/publish/types';
import { fileName, formatStoragePath, parseStoragePath, type StoragePath } from '@/lib/storage/path';
import { signRead } from '@/lib/storage/server';
import type { QueueFilter } from './queue-filter';

const secondsToLook = 15 * 60;

const queueRow = z
  .object({
    id: z.string(),
    enviada_at: z.string(),
    es_nueva: z.boolean(),
    nombre: z.string(),
    slug: z.string(),
    creador: z.string(),
    autor_id: z.string(),
    huella: z.string(),
    moderador_id: z.string().nullable(),
    moderador: z.string().nullable(),
  })
  .transform((row) => ({
    id: row.id,
    name: row.nombre,
    slug: row.slug,
    creator: row.creador,
    creatorId: row.autor_id,
    sentAt: row.enviada_at,
    isNew: row.es_nueva,
    /** What it was when it was read: a decision about many is held against it. */
    fingerprint: row.huella,
    takenBy: row.moderador_id === null ? null : { id: row.moderador_id, name: row.moderador ?? '' },
  }));

export type QueueItem = z.output<typeof queueRow>;

const queuePage = 50;

/**
 * What waits for a decision, the oldest first, for the signed-in moderator.
 *
 * @returns a page, where the next one begins, and how many there are, up to 1,001 (on the first page only)
 */
export async function listQueue(
  filter: QueueFilter,
): Promise<{ items: QueueItem[]; next: string | null; total: number | null }> {
  const [at, id] = filter.after ?? [];
  const answer = z.object({ filas: z.array(queueRow), total: z.number().nullable() });
  const { filas, total } = await readRpc(
    createRequestClient(),
    'cola_revision',
    {
      p_filtros: {
        buscar: filter.search,
        tipo: filter.kind,
        de: filter.whose,
        dias: filter.days,
        clave: at ?? null,
        id: id ?? null,
        limite: queuePage + 1,
      },
    },
    answer,
  );
  const { shown: items, next } = pageOf(filas, queuePage, ({ sentAt, id }) => cursorText(sentAt, id));
  return { items, next, total };
}

/** Who may be handed a revision, by name. */
export async function listModerators(): Promise<Array<{ id: string; name: string }>> {
  const person = z.object({ id: z.string(), display_name: z.string() });
  const { moderadores } = await readRpc(
    createRequestClient(),
    'moderadores',
    {},
    z.object({ moderadores: z.array(person) }),
  );
  return moderadores.map(({ id, display_name: name }) => ({ id, name }));
}

const states = z.enum(reviewStates);
const revisionRow = z.object({
  id: z.string(),
  estado: states,
  enviada_at: z.string(),
  producto_id: z.string(),
  slug: z.string(),
  creador: z.string(),
  antes: z.unknown(),
  huella: z.string(),
  moderador: z.object({ id: z.string(), name: z.string() }).nullable(),
  despues: z.unknown(),
  suyos: z.record(z.string(), z.string()),
  historia: z.array(
    z.object({ estado: states, motivos: z.array(z.string()), nota: z.string().nullable(), decidida_at: z.string() }),
  ),
});

type Decision = { state: z.output<typeof states>; reasons: string[]; note: string | null; at: string };

export type Revision = {
  id: string;
  state: z.output<typeof states>;
  sentAt: string;
  productId: string;
  slug: string;
  creator: string;
  /** What it was when it was read: a decision is held against it. */
  fingerprint: string;
  takenBy: { id: string; name: string } | null;
  /** What is on sale, or was before it was taken down; null for a product that never was on sale. */
  before: ProductDraft | null;
  after: ProductDraft;
  /** The names of the creator's products by id, for bundles. */
  names: Record<string, string>;
  history: Decision[];
  /** The uploaded files by their link in the draft: where to read one for a quarter of an hour, and its name. */
  files: Record<string, { href: string; name: string }>;
};

/** The links are made with the moderator's own rights, which cover the files of waiting revisions. */
async function signFiles(draft: ProductDraft): Promise<Revision['files']> {
  const links = [draft.downloadLink, ...draft.editions.map(({ downloadLink }) => downloadLink)];
  const paths = links.map(parseStoragePath).filter((path): path is StoragePath => path?.bucket === 'descargas');
  const names = await getSavedNames(paths.map((path) => formatStoragePath(path)));
  const files: Revision['files'] = {};
  for (const path of paths) {
    const link = formatStoragePath(path);
    const name = names[link] ?? fileName(path);
    const href = await signRead(path, secondsToLook, name);
    if (href) files[link] = { href, name };
  }
  return files;
}

/** A revision beside what is on sale, for the signed-in moderator; null when there is none. */
export async function getRevision(id: string): Promise<Revision | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const asked = { p_revision: id };
  const row = await readRpc(createRequestClient(), 'revision_para_decidir', asked, orNull(revisionRow));
  if (!row) return null;
  const after = toDraft(row.slug, row.despues);
  return {
    id: row.id,
    state: row.estado,
    sentAt: row.enviada_at,
    productId: row.producto_id,
    slug: row.slug,
    creator: row.creador,
    fingerprint: row.huella,
    takenBy: row.moderador,
    before: row.antes ? toDraft(row.slug, row.antes) : null,
    after,
    names: row.suyos,
    history: row.historia.map((entry) => ({
      state: entry.estado,
      reasons: entry.motivos,
      note: entry.nota,
      at: entry.decidida_at,
    })),
    files: await signFiles(after),
  };
}
