import 'server-only';
import { createPublicClient } from '@/lib/supabase/server';

const freshForMs = 3_000;

let known = { closed: false, until: 0 };
let asking: Promise<void> | undefined;

async function ask(): Promise<void> {
  try {
    const { data } = await createPublicClient()
      .from('configuracion_global')
      .select('mantenimiento')
      .eq('id', 1)
      .single();
    if (data) known.closed = data.mantenimiento;
  } finally {
    known = { ...known, until: Date.now() + freshForMs };
    asking = undefined;
  }
}

/** Whether the shop is closed for maintenance: one question to the database every three seconds at most. */
export async function isClosed(): Promise<boolean> {
  if (Date.now() >= known.until) {
    asking ??= ask();
    await asking;
  }
  return known.closed;
}
