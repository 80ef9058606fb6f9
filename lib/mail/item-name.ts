import { inLanguage } from '@/lib/catalog/rows';
import type { Locale } from '@/lib/core/i18n/locales';

type Item = { nombre: string; nombre_en?: string | null; edicion?: string | null; edicion_en?: string | null };

/** The name of what a mail is about, with its edition, in the reader's language: "Forge (Master)". */
export function itemName(locale: Locale, { nombre, nombre_en, edicion, edicion_en }: Item): string {
  const name = inLanguage(locale, nombre, nombre_en);
  return edicion ? `${name} (${inLanguage(locale, edicion, edicion_en)})` : name;
}
