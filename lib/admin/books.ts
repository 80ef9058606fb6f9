import 'server-only';
import { z } from 'zod';
import { resultOf } from '@/lib/core/action/rpc';
import type { Locale } from '@/lib/core/i18n/locales';
import { createRequestClient } from '@/lib/core/supabase/server';

const refusals = z.enum(['sin_permiso', 'no_existe']).catch('no_existe');

const listRow = z.object({
  comprobaciones: z.array(z.object({ nombre: z.string(), frase: z.string(), frase_es: z.string() })),
});

const foundRow = z.object({
  cuenta: z.coerce.number(),
  ejemplos: z.array(z.object({ id: z.string().nullable(), hechos: z.record(z.string(), z.unknown()) })),
});

/** One check of the books. `broken` is the number of rows that fail it; null if it could not be made. */
export type BookCheck = {
  name: string;
  sentence: string;
  broken: number | null;
  examples: Array<{ id: string; facts: string }>;
};

type Client = Awaited<ReturnType<typeof createRequestClient>>;

async function runCheck(client: Client, name: string): Promise<Pick<BookCheck, 'broken' | 'examples'>> {
  const found = resultOf('admin_comprobar', await client.rpc('admin_comprobar', { p_nombre: name }), refusals);
  if (!found.ok) return { broken: null, examples: [] };
  const { cuenta, ejemplos } = foundRow.parse(found.value);
  const examples = ejemplos.map(({ id, hechos }) => ({
    id: id ?? '',
    facts: Object.entries(hechos)
      .map(([fact, value]) => `${fact}: ${value === null ? '—' : String(value)}`)
      .join(' · '),
  }));
  return { broken: cuenta, examples };
}

/**
 * Checks the books of the whole shop, for an admin; failed checks come first. Each check is a separate call, so that a
 * large shop stays within the time limit of one statement.
 *
 * @returns every check, or null when they could not be read
 */
export async function checkBooks(locale: Locale): Promise<BookCheck[] | null> {
  const client = await createRequestClient();
  const listed = resultOf('admin_comprobaciones', await client.rpc('admin_comprobaciones'), refusals);
  if (!listed.ok) return null;
  const checks: BookCheck[] = [];
  for (const { nombre, frase, frase_es } of listRow.parse(listed.value).comprobaciones) {
    const sentence = locale === 'es' ? frase_es : frase;
    checks.push({ name: nombre, sentence, ...(await runCheck(client, nombre)) });
  }
  return checks.toSorted((a, b) => Number(a.broken === 0) - Number(b.broken === 0));
}
