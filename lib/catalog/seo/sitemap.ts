import 'server-only';
import { cacheLife } from 'next/cache';
import { z } from 'zod';
import { readRpc } from '@/lib/core/action/rpc';
import { creatorPath, postPath } from '@/lib/core/http/segments';
import { createPublicClient } from '@/lib/core/supabase/server';
import type { SitemapEntry } from './sitemap-xml';

/**
 * Products per file, each with two of the 50,000 addresses that the protocol allows: ids are distributed evenly, not
 * exactly.
 */
const productsPerFile = 10_000;
const mostBits = 16;

const sitemapKinds = ['products', 'creators', 'posts', 'questions'] as const;

/** A sitemap file: ids are divided into 2^`bits` equal parts; `part` counts from 0. */
export type SitemapFile = { kind: (typeof sitemapKinds)[number]; bits: number; part: number };

/** The address of a sitemap file, which `parseSitemapFile` parses. */
export const toSitemapPath = ({ kind, bits, part }: SitemapFile): string => `/sitemaps/${kind}-${bits}-${part}.xml`;

/** The sitemap file of a name, or null. */
export function parseSitemapFile(name: string): SitemapFile | null {
  const [, kind, bits, part] = /^(products|creators|posts|questions)-(\d{1,2})-(\d{1,5})\.xml$/.exec(name) ?? [];
  const file = { bits: Number(bits), part: Number(part) };
  const known = sitemapKinds.find((other) => other === kind);
  return known && file.bits <= mostBits && file.part < 2 ** file.bits ? { kind: known, ...file } : null;
}

/** Number of times the ids are halved so that each part fits into one file; 0 for a small shop. */
export async function getSitemapBits(): Promise<number> {
  'use cache';
  cacheLife('hours');
  const count = await readRpc(createPublicClient(), 'productos_en_venta', {}, z.coerce.number());
  return Math.min(mostBits, Math.max(0, Math.ceil(Math.log2(count / productsPerFile))));
}

/** All files for a number of halvings. */
export const listSitemapFiles = (bits: number): SitemapFile[] =>
  sitemapKinds.flatMap((kind) => Array.from({ length: 2 ** bits }, (_, part) => ({ kind, bits, part })));

/** The first id (a UUID) of a part of 2 ** `bits` equal parts; null after the last one. */
export function toFirstId(bits: number, part: number): string | null {
  if (part >= 2 ** bits) return null;
  const hex = ((BigInt(part) << 128n) >> BigInt(bits)).toString(16).padStart(32, '0');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const row = z.object({ nombre: z.string(), modificado: z.string().nullable() });

const kinds = {
  products: { list: 'mapa_de_productos', toPath: (slug: string) => `/p/${slug}` },
  creators: { list: 'mapa_de_creadores', toPath: creatorPath },
  posts: { list: 'mapa_de_publicaciones', toPath: postPath },
  questions: { list: 'mapa_de_preguntas', toPath: (slug: string) => `/p/${slug}/questions` },
} as const;

/** The entries of a file, ordered by id. */
export async function getSitemapEntries({ kind, bits, part }: SitemapFile): Promise<SitemapEntry[]> {
  'use cache';
  cacheLife('hours');
  const asked = { p_desde: toFirstId(bits, part), p_hasta: toFirstId(bits, part + 1) };
  const { list, toPath } = kinds[kind];
  const rows = await readRpc(createPublicClient(), list, asked, z.array(row));
  return rows.map(({ nombre, modificado }) => ({
    path: toPath(nombre),
    changedAt: modificado,
  }));
}
