import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';
import { type ContentField, contentColumns } from './content-fields';

/** A change of texts and pictures by the team, with each field as text: pictures by their addresses, one a line. */
export type TeamEdit = {
  id: number;
  at: string;
  reason: string;
  differences: Array<{ field: ContentField; before: string; after: string }>;
};

const values = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
const row = z.object({ id: z.number(), antes: values, despues: values, motivo: z.string(), created_at: z.string() });

const asText = (field: ContentField, value: string | string[] | undefined) =>
  Array.isArray(value) ? value.join(field === 'images' ? '\n' : ', ') : (value ?? '');

/** What the team has changed in a product of the signed-in creator, newest first. */
export async function listTeamEdits(productId: string): Promise<TeamEdit[]> {
  const rows = await readRpc(createRequestClient(), 'cambios_del_equipo', { p_producto: productId }, z.array(row));
  const fields = Object.keys(contentColumns) as ContentField[];
  return rows.map(({ id, created_at, motivo, antes, despues }) => ({
    id,
    at: created_at,
    reason: motivo,
    differences: fields
      .filter((field) => contentColumns[field] in despues)
      .map((field) => ({
        field,
        before: asText(field, antes[contentColumns[field]]),
        after: asText(field, despues[contentColumns[field]]),
      })),
  }));
}
