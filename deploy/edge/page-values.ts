import { missingTag } from '../../lib/core/cache/missing-tag.mjs';
import { edge } from './edge.ts';

type Page = {
  type: 'app';
  html: string;
  meta?: { status?: number; postponed?: unknown; headers?: Record<string, unknown> };
};

function isPage(value: object): value is Page {
  const { type, html } = value as Partial<Page>;
  return type === 'app' && typeof html === 'string';
}

/** Anybody can invent addresses: what is not there is not kept. */
export const isNotFound = (value: object): boolean => isPage(value) && value.meta?.status === 404;

/** A page of which a section could not be loaded is shown once, like the answer that it was made of. */
export const isUnfinished = (value: object): boolean => tagsOf(value).includes(missingTag);

function tagsOf(value: object): string[] {
  if (isPage(value)) return String(value.meta?.headers?.['x-next-cache-tags'] ?? '').split(',');
  return (value as { tags?: string[] }).tags ?? [];
}

/** Notes when the rendering of a page was begun; cached reads say so themselves. */
export const noteBegin = <Value extends object>(value: Value, begun: number): Value =>
  isPage(value) ? { ...value, begun } : value;

/** When the making of an entry was begun, in milliseconds. */
export function madeAt(value: object | undefined): number | undefined {
  const { begun, timestamp } = (value ?? {}) as { begun?: unknown; timestamp?: unknown };
  const found = begun ?? timestamp;
  return typeof found === 'number' ? found : undefined;
}

/** Next sends the headers that are stored with a page; to a static page those are added that it has on Node as well. */
export async function withHeaders<Value extends object>(value: Value): Promise<Value> {
  if (!isPage(value) || typeof value.meta?.postponed === 'string') return value;
  const headers = { ...value.meta?.headers, ...(await edge().pageHeaders(value.html)) };
  return { ...value, meta: { ...value.meta, headers } };
}
