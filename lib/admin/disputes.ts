import 'server-only';
import { z } from 'zod';
import { names } from '@/lib/catalog/rows';
import { orNull } from '@/lib/core/action/refusal';
import { readRpc } from '@/lib/core/action/rpc';
import { cursorText, pageOf, parseCursor } from '@/lib/core/supabase/cursor';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient } from '@/lib/core/supabase/server';
import { isUuid } from '@/lib/core/uuid';
import { type EvidenceKind, evidenceKinds } from '@/lib/payments/evidence-files';
import { methods } from '@/lib/payments/methods';
import { providerName } from '@/lib/payments/rows';
import { answerStates, disputePhases, refundStates } from '@/lib/payments/states';
import { parseStoragePath } from '@/lib/storage/path';
import { signRead } from '@/lib/storage/server';

const cents = z.coerce.number().int();
const disputeRow = z
  .object({
    id: z.string(),
    pago_id: z.string(),
    proveedor: providerName,
    referencia: z.string(),
    fase: z.enum(disputePhases),
    centimos: cents,
    total_centimos: cents,
    motivo: z.string().nullable(),
    vence_at: z.string().nullable(),
    abierta_at: z.string(),
    ...names,
    comprador: z.string(),
    comprador_id: z.string(),
    respuesta: z.enum(['ninguna', ...answerStates]),
    se_puede_responder: z.boolean(),
    largo: z.number().int(),
  })
  .transform((row) => ({
    id: row.id,
    paymentId: row.pago_id,
    provider: row.proveedor,
    reference: row.referencia,
    phase: row.fase,
    cents: row.centimos,
    totalCents: row.total_centimos,
    reason: row.motivo,
    /** The provider's deadline; null if unknown. */
    dueAt: row.vence_at,
    openedAt: row.abierta_at,
    name: row.nombre,
    nameEn: row.nombre_en,
    buyer: row.comprador,
    buyerId: row.comprador_id,
    answer: row.respuesta,
    isOpen: row.fase !== 'perdida' && row.fase !== 'ganada',
    /** True if the provider accepts an answer now. */
    isAnswerable: row.se_puede_responder,
    /** The provider's maximum length of an answer. */
    longestAnswer: row.largo,
  }));

export type Dispute = z.output<typeof disputeRow>;

const factsRow = z
  .object({
    created_at: z.string(),
    pagado_at: z.string().nullable(),
    entregado_at: z.string().nullable(),
    minecraft_name: z.string().nullable(),
    comprador: z.object({ display_name: z.string(), created_at: z.string() }),
    destinatario: z.string().nullable(),
    consentimiento: z.object({ consentimiento_version: z.string(), consentimiento_at: z.string() }).nullable(),
    pedidos: z.array(
      z.object({
        id: z.string(),
        producto: z.string(),
        edicion: z.string().nullable(),
        created_at: z.string(),
        descargas: cents,
        /** Missing in answers sent before it was recorded. */
        se_descarga: z.boolean().default(false),
        momentos: z.array(z.string()),
      }),
    ),
    mensajes: z.array(z.object({ plantilla: z.string(), enviado_at: z.string() })),
    resena: z.object({ estrellas: cents, created_at: z.string() }).nullable(),
    otras_compras: cents,
    /** Missing in answers sent before it was recorded. */
    juego: z.array(z.string()).default([]),
  })
  .transform((row) => ({
    orderedAt: row.created_at,
    paidAt: row.pagado_at,
    /** Null while nothing was supplied. */
    deliveredAt: row.entregado_at,
    /** Null for a gift, whose recipient enters it, and for a pack of UnCoins. */
    minecraftName: row.minecraft_name,
    buyerSince: row.comprador.created_at,
    recipient: row.destinatario,
    /** The buyer's consent to immediate delivery: the version of its text, and when. */
    consent: row.consentimiento && {
      version: row.consentimiento.consentimiento_version,
      at: row.consentimiento.consentimiento_at,
    },
    orders: row.pedidos.map((order) => ({
      id: order.id,
      product: order.producto,
      edition: order.edicion,
      at: order.created_at,
      downloads: order.descargas,
      /** True if it could be downloaded from the start. */
      isDownload: order.se_descarga,
      /** The last twenty, oldest first. Older downloads have no time. */
      moments: order.momentos,
    })),
    mails: row.mensajes.map((mail) => ({ kind: mail.plantilla, sentAt: mail.enviado_at })),
    review: row.resena && { stars: row.resena.estrellas, at: row.resena.created_at },
    otherPurchases: row.otras_compras,
    /** When commands on game servers delivered it. */
    inGame: row.juego,
  }));

type DisputeFacts = z.output<typeof factsRow>;

const fileRow = z.object({
  ruta: z.string(),
  clase: z.enum(evidenceKinds),
  nombre: z.string(),
  nota: z.string().nullable(),
  bytes: z.number().int(),
});

const detailRow = z.object({
  archivos: z
    .array(fileRow)
    .nullable()
    .transform((files) => files ?? []),
  pruebas: factsRow,
  texto: z.string().nullable(),
  error: z.string().nullable(),
  enviada_at: z.string().nullable(),
  enviada_por: z.string().nullable(),
});

type DisputeFile = {
  path: string;
  kind: EvidenceKind;
  name: string;
  note: string | null;
  bytes: number;
  /** A link to it for some minutes; null once it was deleted. */
  url: string | null;
};

export type DisputeDetail = Dispute & {
  /** The files of the draft, or those that were sent. */
  files: DisputeFile[];
  facts: DisputeFacts;
  text: string | null;
  /** Reason of the provider's refusal of the last answer. */
  refusal: string | null;
  sentAt: string | null;
  sentBy: string | null;
};

const pageSize = 50;

/** Open disputes, up to 200: those that can still be answered first, then by deadline. For admins. */
export async function listOpenDisputes(): Promise<Dispute[]> {
  const answer = z.object({ disputas: z.array(disputeRow) });
  const asked = { p_cerradas: false, p_antes: null, p_antes_id: null };
  return (await readRpc(createRequestClient(), 'admin_disputas', asked, answer)).disputas;
}

/**
 * One page of decided disputes, newest first. For admins.
 *
 * @param after the `next` of the previous page; any other value returns the first page
 */
export async function listDecidedDisputes(after: unknown) {
  const answer = z.object({ disputas: z.array(disputeRow) });
  const [at, id] = parseCursor(after) ?? [null, null];
  const asked = { p_cerradas: true, p_antes: at, p_antes_id: id };
  const { disputas } = await readRpc(createRequestClient(), 'admin_disputas', asked, answer);
  const { shown: rows, next } = pageOf(disputas, pageSize, ({ openedAt, id }) => cursorText(openedAt, id));
  return { rows, next };
}

/** The number of open disputes of Club charges: cases, which are answered at Stripe. For admins. */
export async function countClubDisputes(): Promise<number> {
  const client = await createRequestClient();
  const data = await dataOf(
    'cases query',
    client.from('casos_admin').select('id').eq('tipo', 'club_en_disputa').eq('resuelto', false).limit(100),
  );
  return data.length;
}

async function withLink({ ruta, clase, nombre, nota, bytes }: z.output<typeof fileRow>): Promise<DisputeFile> {
  const path = parseStoragePath(ruta);
  const url = path && (await signRead(path, 600));
  return { path: ruta, kind: clase, name: nombre, note: nota, bytes, url };
}

/** A dispute with the facts of its purchase and its answer; null if there is none. For admins. */
export async function getDispute(id: string): Promise<DisputeDetail | null> {
  if (!isUuid(id)) return null;
  const found = await readRpc(
    createRequestClient(),
    'admin_disputa',
    { p_disputa: id },
    orNull(disputeRow.and(detailRow)),
  );
  if (!found) return null;
  const { archivos, pruebas, texto, error, enviada_at, enviada_por, ...dispute } = found;
  const files = await Promise.all(archivos.map(withLink));
  return { ...dispute, files, facts: pruebas, text: texto, refusal: error, sentAt: enviada_at, sentBy: enviada_por };
}

const refundRow = z
  .object({
    id: z.string(),
    pago_id: z.string(),
    centimos: cents,
    total_centimos: cents,
    estado: z.enum(refundStates),
    motivo: z.string().nullable(),
    created_at: z.string(),
    metodo: z.enum(methods),
    ...names,
    comprador: z.string(),
    pedido_por: z.string().nullable(),
  })
  .transform((row) => ({
    id: row.id,
    paymentId: row.pago_id,
    cents: row.centimos,
    totalCents: row.total_centimos,
    state: row.estado,
    reason: row.motivo,
    at: row.created_at,
    inCoins: row.metodo === 'uncoins',
    name: row.nombre,
    nameEn: row.nombre_en,
    buyer: row.comprador,
    /** The admin who ordered it; null if it was automatic. */
    orderedBy: row.pedido_por,
  }));

export type RefundRow = z.output<typeof refundRow>;

/**
 * One page of refunds, newest first. For admins.
 *
 * @param after the `next` of the previous page; any other value returns the first page
 */
export async function listRefunds(after: unknown) {
  const answer = z.object({ devoluciones: z.array(refundRow) });
  const [at, id] = parseCursor(after) ?? [null, null];
  const asked = { p_antes: at, p_antes_id: id };
  const { devoluciones } = await readRpc(createRequestClient(), 'admin_devoluciones', asked, answer);
  const { shown: rows, next } = pageOf(devoluciones, pageSize, ({ at, id }) => cursorText(at, id));
  return { rows, next };
}
