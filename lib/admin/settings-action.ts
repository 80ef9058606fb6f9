'use server';

import { z } from 'zod';
import { defineAction } from '@/lib/account/define-action';
import { editInput, toConflict } from '@/lib/core/action/edit';
import { callRpc, toJson } from '@/lib/core/action/rpc';
import { tags } from '@/lib/core/cache/tags';
import { readEuros, typedEuros } from '@/lib/core/money';
import { createRequestClient } from '@/lib/core/supabase/server';
import { reasonText } from './schema';
import { settingAmounts, settingBounds, settingColumns, settingLengths } from './setting-fields';

const whole = ([least, most]: readonly [number, number]) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .pipe(z.number().min(least).max(most));
const text = (longest: number) => z.string().trim().max(longest);
const euros = ([least, most]: readonly [number, number]) =>
  z.string().trim().regex(typedEuros).transform(readEuros).pipe(z.number().min(least).max(most));

/** The editable settings, with their columns. */
const fields = {
  share: { column: settingColumns.share, schema: whole(settingBounds.share) },
  retention: { column: settingColumns.retention, schema: whole(settingBounds.retention) },
  club: { column: settingColumns.club, schema: whole(settingBounds.club) },
  clubMonthly: { column: settingColumns.clubMonthly, schema: euros(settingAmounts.clubMonthly) },
  clubYearly: { column: settingColumns.clubYearly, schema: whole(settingBounds.clubYearly) },
  surcharge: { column: settingColumns.surcharge, schema: whole(settingBounds.surcharge) },
  vat: { column: settingColumns.vat, schema: whole(settingBounds.vat) },
  sellerName: { column: settingColumns.sellerName, schema: text(settingLengths.sellerName) },
  sellerTaxId: { column: settingColumns.sellerTaxId, schema: text(settingLengths.sellerTaxId) },
  sellerAddress: { column: settingColumns.sellerAddress, schema: text(settingLengths.sellerAddress) },
  priceChange: { column: settingColumns.priceChange, schema: whole(settingBounds.priceChange) },
  priceChanges: { column: settingColumns.priceChanges, schema: whole(settingBounds.priceChanges) },
  leastName: { column: settingColumns.leastName, schema: whole(settingBounds.leastName) },
  leastCodeName: { column: settingColumns.leastCodeName, schema: whole(settingBounds.leastCodeName) },
  leastPrice: { column: settingColumns.leastPrice, schema: euros(settingAmounts.leastPrice) },
};

/**
 * Changes settings of the shop, with a reason for the log (docs/behaviour/admin.md, "Settings"). Only changes are saved;
 * a field that somebody else has changed since is a `conflicto`.
 */
export const saveSettings = defineAction('saveSettings', {
  who: 'admin',
  input: z.object({ edit: editInput(fields), reason: reasonText }),
  run: async ({ edit, reason }) => {
    const saved = await callRpc(
      createRequestClient(),
      'guardar_ajustes',
      { p_base: toJson(edit.base), p_cambios: toJson(edit.changes), p_motivo: reason },
      ['conflicto'],
    );
    return !saved.ok && saved.error === 'conflicto' ? toConflict(fields, saved.details) : saved;
  },
  tags: () => ({ now: [tags.storeSettings] }),
  paths: [['/dashboard-admin', 'layout']],
});
