import 'server-only';
import { z } from 'zod';
import { orNull } from '@/lib/core/action/refusal';
import { readRpc } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';
import { toDraft } from '@/lib/publish/content';
import type { ProductDraft } from '@/lib/publish/types';
import { revisionStates } from '@/lib/publish/types';
import { parseStoragePath } from '@/lib/storage/path';
import { signRead } from '@/lib/storage/server';

const secondsToLook = 15 * 60;

const queueRow = z.object({
  id: z.string(),
  enviada_at: z.string(),
  es_nueva: z.boolean(),
  contenido: z.object({ nombre: z.string() }),
  productos: z.object({ slug: z.string() }),
  usuarios_meta: z.object({ display_name: z.string() }),
});

export type QueueItem = { id: string; name: string; slug: string; creator: string; sentAt: string; isNew: boolean };

export const queuePage = 50;

/**
 * What waits for a decision, the oldest first.
 *
 * @param page from 0; a page behind the end is the first one
 */
export async function listQueue(page: number): Promise<{ items: QueueItem[]; total: number }> {
  const { data, count, error } = await (await createRequestClient())
    .from('revisiones_producto')
    .select(
      'id,enviada_at,es_nueva,contenido,productos(slug),usuarios_meta!revisiones_producto_autor_id_fkey(display_name)',
      { count: 'exact' },
    )
    .eq('estado', 'pendiente')
    .order('enviada_at')
    .order('id')
    .range(page * queuePage, (page + 1) * queuePage - 1);
  // Decisions have emptied this page meanwhile: the API refuses an offset behind the last row.
  if (error?.code === 'PGRST103') return listQueue(0);
  if (error) throw new Error(`review queue query failed: ${error.message}`);
  const items = z
    .array(queueRow)
    .parse(data)
    .map((row) => ({
      id: row.id,
      name: row.contenido.nombre,
      slug: row.productos.slug,
      creator: row.usuarios_meta.display_name,
      sentAt: row.enviada_at,
      isNew: row.es_nueva,
    }));
  return { items, total: count ?? items.length };
}

const states = z.enum(revisionStates);
const revisionRow = z.object({
  id: z.string(),
  estado: states,
  enviada_at: z.string(),
  producto_id: z.string(),
  slug: z.string(),
  creador: z.string(),
  antes: z.unknown(),
  despues: z.unknown(),
  suyos: z.record(z.string(), z.string()),
  historia: z.array(
    z.object({ estado: states, motivos: z.array(z.string()), nota: z.string().nullable(), decidida_at: z.string() }),
  ),
});

export type Decision = { state: z.output<typeof states>; reasons: string[]; note: string | null; at: string };

export type Revision = {
  id: string;
  state: z.output<typeof states>;
  sentAt: string;
  productId: string;
  slug: string;
  creator: string;
  /** What is on sale now; null for a product that never was on sale. */
  before: ProductDraft | null;
  after: ProductDraft;
  /** The names of the creator's products by id, for bundles. */
  names: Record<string, string>;
  history: Decision[];
  /** Links to the uploaded files by their name in the draft, valid for a quarter of an hour. */
  files: Record<string, string>;
};

/** The links are made with the moderator's own rights, which cover the files of waiting revisions. */
async function signFiles(draft: ProductDraft): Promise<Record<string, string>> {
  const links = [draft.downloadLink, ...draft.editions.map(({ downloadLink }) => downloadLink)];
  const signed = await Promise.all(
    links.map(async (link) => {
      const path = parseStoragePath(link);
      return [link, path?.bucket === 'descargas' ? await signRead(path, secondsToLook) : null] as const;
    }),
  );
  return Object.fromEntries(signed.filter((entry): entry is [string, string] => entry[1] !== null));
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
