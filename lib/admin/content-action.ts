'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { staleByEdit } from '@/lib/catalog/stale';
import { type EditField, editInput, toConflict } from '@/lib/core/action/edit';
import { callRpc, toJson } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';
import { sendPendingMails } from '@/lib/mail/server';
import { richText } from '@/lib/publish/content';
import {
  type ContentField,
  contentColumns,
  parsePartColumn,
  parsePartName,
  partColumn,
  partName,
} from '@/lib/publish/content-fields';
import { contentSchemas, partSchemas } from '@/lib/publish/schema';
import { reasonText } from './schema';

const fields = Object.fromEntries(
  (Object.keys(contentColumns) as ContentField[]).map((name) => [
    name,
    { column: contentColumns[name], schema: contentSchemas[name] },
  ]),
);

/** The fields of editions and bundles, whose ids the database checks. */
function partField(name: string): EditField | undefined {
  const part = parsePartName(name);
  const schema = part && (partSchemas[part.list] as Record<string, z.ZodType>)[part.field];
  return part && schema ? { column: partColumn(part), schema } : undefined;
}

/** The fields among those of a conflict. */
const partFields = (columns: string[]): Record<string, EditField> =>
  Object.fromEntries(
    columns.flatMap((column) => {
      const part = parsePartColumn(column);
      const field = part && partField(partName(part));
      return part && field ? [[partName(part), field]] : [];
    }),
  );

/** The changes to store, with descriptions sanitised as in a submission. */
const kept = (changes: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(changes).map(([column, value]) => [
      column,
      column.startsWith('descripcion') ? richText(String(value)) : value,
    ]),
  );

/** Formats a list of the database for the form. */
const listed = (list: string | number | undefined, between: string) =>
  z
    .array(z.string())
    .parse(JSON.parse(String(list)))
    .join(between);

/**
 * Edits texts and pictures of a product, its editions and its bundles; their creator reads what was changed and why
 * (docs/behaviour/admin.md, "Texts and pictures"). Only changes are saved; a field that somebody else has changed since
 * is a `conflicto`.
 */
export const editContent = defineAction('editContent', {
  who: 'admin',
  input: z.object({ id: z.uuid(), edit: editInput(fields, partField), reason: reasonText }),
  run: async ({ id, edit, reason }) => {
    const saved = await callRpc(
      createRequestClient(),
      'guardar_contenido',
      { p_producto: id, p_base: toJson(edit.base), p_cambios: toJson(kept(edit.changes)), p_motivo: reason },
      ['no_existe', 'en_revision', 'parte_no_existe', 'edicion_repetida', 'conflicto'],
      z.object({ slug: z.string() }),
    );
    if (saved.ok || saved.error !== 'conflicto') return saved;
    const { generos, imagenes, ...details } = saved.details ?? {};
    return toConflict(
      { ...fields, ...partFields(Object.keys(details)) },
      {
        ...details,
        ...(generos !== undefined && { generos: listed(generos, ', ') }),
        ...(imagenes !== undefined && { imagenes: listed(imagenes, '\n') }),
      },
    );
  },
  tags: ({ id }, { slug }) => staleByEdit(id, slug),
  paths: [['/dashboard-admin', 'layout']],
  afterwards: [sendPendingMails],
});
