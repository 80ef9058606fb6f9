import 'server-only';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { createRequestClient } from '@/lib/core/supabase/server';

const list = z.array(z.unknown());
const downloads = z.object({ descargas: list, marcas: list.default([]) });

/** All data about the signed-in person, with Spanish names, except charges of the Club. */
export async function readMyData(): Promise<Record<string, unknown>> {
  const [own, { descargas, marcas }] = await Promise.all([
    readRpc(createRequestClient(), 'mis_datos', {}, z.record(z.string(), z.unknown())),
    readRpc(createRequestClient(), 'mis_descargas', {}, downloads),
  ]);
  return { ...own, descargas, marcas };
}
