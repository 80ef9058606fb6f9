import 'server-only';
import { z } from 'zod';
import { requestLocale } from '@/lib/core/i18n/server';
import { writeEuros } from '@/lib/core/money';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient } from '@/lib/core/supabase/server';
import { type SettingName, settingColumns } from './setting-fields';

const row = z.record(z.string(), z.union([z.string(), z.number()]));

/** The settings of the shop as texts for their form, amounts in the reader's format. */
export async function getSettingsForm(): Promise<Record<SettingName, string>> {
  const data = await dataOf(
    'settings query',
    (await createRequestClient())
      .from('configuracion_global')
      .select(Object.values(settingColumns).join(','))
      .limit(1)
      .single(),
  );
  const values = row.parse(data);
  const locale = await requestLocale();
  const text = (name: SettingName) => String(values[settingColumns[name]] ?? '');
  const names = Object.keys(settingColumns) as SettingName[];
  return Object.fromEntries(
    names.map((name) => [name, name === 'leastPrice' ? writeEuros(text(name), locale) : text(name)]),
  ) as Record<SettingName, string>;
}
