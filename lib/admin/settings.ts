import 'server-only';
import type { Locale } from '@/lib/core/i18n/locales';
import { writeEuros } from '@/lib/core/money';
import { dataOf } from '@/lib/core/supabase/data-of';
import { createRequestClient } from '@/lib/core/supabase/server';
import { isAmount, type SettingName, settingColumns } from './setting-fields';

/** The settings of the shop as texts for their form, amounts in the reader's format. */
export async function getSettingsForm(locale: Locale): Promise<Record<SettingName, string>> {
  const data = await dataOf(
    'settings query',
    (await createRequestClient())
      .from('configuracion_global')
      .select(
        'ingresos_creador_porcentaje,dias_retencion,club_descuento_porcentaje,club_precio_mensual,club_descuento_anual_porcentaje,recargo_paypal_porcentaje,iva_porcentaje,vendedor_nombre,vendedor_nif,vendedor_direccion,precio_cambio_maximo_porcentaje,precio_cambios_por_dia,precio_minimo,nombre_minecraft_minimo,nombre_minecraft_minimo_canje',
      )
      .limit(1)
      .single(),
  );
  const text = (name: SettingName) => String(data[settingColumns[name]]);
  const names = Object.keys(settingColumns) as SettingName[];
  return Object.fromEntries(
    names.map((name) => [name, isAmount(name) ? writeEuros(text(name), locale) : text(name)]),
  ) as Record<SettingName, string>;
}
