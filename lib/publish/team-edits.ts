import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';
import { type ContentField, contentColumns, parsePartColumn } from './content-fields';

/** A change of texts and pictures by the team, with each field as text: pictures by their addresses, one per line. */
export type TeamEdit = {
  id: number;
  at: string;
  reason: string;
  /** For an edition or a bundle, the field is that of its list, and `part` contains its name and its own field. */
  differences: Array<{
    field: ContentField | 'editions' | 'bundles';
    part?: { name: string; field: string };
    before: string;
    after: string;
  }>;
};

const values = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
const row = z.object({
  id: z.number(),
  antes: values,
  despues: values,
  motivo: z.string(),
  created_at: z.string(),
  partes: z.record(z.string(), z.string()),
});

const asText = (field: ContentField, value: string | string[] | undefined) =>
  Array.isArray(value) ? value.join(field === 'images' ? '\n' : ', ') : (value ?? '');

/** The team's changes to a product of the signed-in creator, newest first. */
export async function listTeamEdits(productId: string): Promise<TeamEdit[]> {
  const rows = await readRpc(createRequestClient(), 'cambios_del_equipo', { p_producto: productId }, z.array(row));
  const fields = Object.keys(contentColumns) as ContentField[];
  return rows.map(({ id, created_at, motivo, antes, despues, partes }) => ({
    id,
    at: created_at,
    reason: motivo,
    differences: [
      ...fields
        .filter((field) => contentColumns[field] in despues)
        .map((field) => ({
          field,
          before: asText(field, antes[contentColumns[field]]),
          after: asText(field, despues[contentColumns[field]]),
        })),
      ...Object.keys(despues).flatMap((key) => {
        const part = parsePartColumn(key);
        if (!part) return [];
        const { list, field } = part;
        const both = { before: String(antes[key] ?? ''), after: String(despues[key]) };
        return [{ field: list, part: { name: partes[part.id] ?? '', field }, ...both }];
      }),
    ],
  }));
}
