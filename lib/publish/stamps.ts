import 'server-only';
import { z } from 'zod';
import { inLanguage, names } from '@/lib/catalog/rows';
import { logFailure, readRpc } from '@/lib/core/action/rpc';
import type { Locale } from '@/lib/core/i18n/locales';
import { createRequestClient } from '@/lib/core/supabase/server';
import type { StampProblem } from '@/lib/stamps/problem';
import { readStored } from '@/lib/stamps/stored';
import type { StoragePath } from '@/lib/storage/path';

/** A file of a product in storage, and whether its copies are stamped. */
export type StampFile = {
  /** Null for the file of the product. */
  editionId: string | null;
  edition: string | null;
  link: string;
  /** The file in a waiting revision; null without one. */
  waitingLink: string | null;
  fileName: string;
  isOn: boolean;
  copies: number;
};

/** A product with its files in storage. */
export type StampSetting = { productId: string; name: string; files: StampFile[] };

const settings = z.object({
  productos: z.array(
    z.object({
      id: z.string(),
      ...names,
      archivos: z.array(
        z.object({
          edicion: z.string().nullable(),
          nombre: z.string().nullable(),
          nombre_en: z.string().nullable(),
          ruta: z.string(),
          en_revision: z.string().nullable(),
          archivo: z.string().nullable(),
          marcado: z.boolean(),
          copias: z.number(),
        }),
      ),
    }),
  ),
});

/** The signed-in creator's products with their files in storage, newest first, 200 at most. */
export async function listStampSettings(locale: Locale): Promise<StampSetting[]> {
  const { productos } = await readRpc(createRequestClient(), 'mis_archivos_marcados', {}, settings);
  return productos.map(({ id, nombre, nombre_en, archivos }) => ({
    productId: id,
    name: inLanguage(locale, nombre, nombre_en),
    files: archivos.map((file) => ({
      editionId: file.edicion,
      edition: file.nombre && inLanguage(locale, file.nombre, file.nombre_en),
      link: file.ruta,
      waitingLink: file.en_revision,
      fileName: file.archivo ?? file.ruta.split('/').at(-1) ?? '',
      isOn: file.marcado,
      copies: file.copias,
    })),
  }));
}

const marked = z.object({ ediciones: z.array(z.string().nullable()) });

/** Editions of a creator's product whose copies are stamped; null is the product itself. */
export const listStamped = async (productId: string): Promise<Array<string | null>> =>
  (await readRpc(createRequestClient(), 'archivos_marcados_de', { p_producto: productId }, marked)).ediciones;

type Problem = StampProblem | 'away';

/** Codes of the problems in the form of a product. */
export const stampCodes = {
  type: 'stampType',
  signed: 'stampSigned',
  none: 'stampNone',
  large: 'stampLarge',
  deep: 'stampDeep',
  zip64: 'stampZip64',
  broken: 'stampBroken',
  classFile: 'stampClassFile',
  away: 'stampAway',
} as const satisfies Record<Problem, string>;
export type StampCode = (typeof stampCodes)[Problem];

/** The reason why a file cannot be stamped, `away` if it cannot be read now, or null. */
export async function findStampProblem(path: StoragePath): Promise<Problem | null> {
  const read = await readStored(path).catch(logFailure('a file was not read for stamps'));
  if (read.ok) return null;
  return read.error === 'failed' ? 'away' : read.error;
}
