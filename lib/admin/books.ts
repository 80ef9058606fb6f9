import 'server-only';
import { z } from 'zod';
import { callRpc, logFailure } from '@/lib/core/action/rpc';
import type { Locale } from '@/lib/core/i18n/locales';
import { createRequestClient, type RequestClient } from '@/lib/core/supabase/server';

const listRow = z.object({
  comprobaciones: z.array(z.object({ nombre: z.string(), frase: z.string(), frase_es: z.string() })),
});

const foundRow = z.object({
  cuenta: z.coerce.number(),
  ejemplos: z.array(z.object({ id: z.string().nullable(), hechos: z.record(z.string(), z.unknown()) })),
});

/** A ledger invariant. `broken` is the number of rows that violate it; null if it could not be checked. */
export type InvariantCheck = {
  name: string;
  description: string;
  broken: number | null;
  examples: Array<{ id: string; facts: string }>;
};

async function runCheck(client: RequestClient, name: string): Promise<Pick<InvariantCheck, 'broken' | 'examples'>> {
  const found = await callRpc(client, 'admin_comprobar', { p_nombre: name }, ['no_existe'], foundRow).catch(
    logFailure('a ledger invariant could not be checked'),
  );
  if (!found.ok) return { broken: null, examples: [] };
  const { cuenta, ejemplos } = found.value;
  const examples = ejemplos.map(({ id, hechos }) => ({
    id: id ?? '',
    facts: Object.entries(hechos)
      .map(([fact, value]) => `${fact}: ${value === null ? '—' : String(value)}`)
      .join(' · '),
  }));
  return { broken: cuenta, examples };
}

/**
 * Checks all ledger invariants for an admin; broken ones come first. Each is a separate call, because of the statement
 * timeout.
 *
 * @returns all invariants; null if they could not be read
 */
export async function checkInvariants(locale: Locale): Promise<InvariantCheck[] | null> {
  const client = await createRequestClient();
  const listed = await callRpc(client, 'admin_comprobaciones', {}, [], listRow).catch(
    logFailure('the ledger invariants could not be listed'),
  );
  if (!listed.ok) return null;
  const checks: InvariantCheck[] = [];
  for (const { nombre, frase, frase_es } of listed.value.comprobaciones) {
    const description = locale === 'es' ? frase_es : frase;
    checks.push({ name: nombre, description, ...(await runCheck(client, nombre)) });
  }
  return checks.toSorted((a, b) => Number(a.broken === 0) - Number(b.broken === 0));
}
