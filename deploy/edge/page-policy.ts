import { edge } from './edge.ts';

type Page = { type: 'app'; html: string; meta?: { postponed?: unknown; headers?: Record<string, unknown> } };

function isStaticPage(value: object): value is Page {
  const { type, html, meta } = value as Partial<Page>;
  return type === 'app' && typeof html === 'string' && typeof meta?.postponed !== 'string';
}

/** Next sends the headers that are stored with a page; to those of a static page its policy is added. */
export async function withPolicy<Value extends object>(value: Value): Promise<Value> {
  if (!isStaticPage(value)) return value;
  const headers = { ...value.meta?.headers, 'content-security-policy': await edge().policyOf(value.html) };
  return { ...value, meta: { ...value.meta, headers } };
}
