import type { ProductDraft } from '@/lib/publish/types';

export type SentDraft = {
  id: string;
  /** The version that was written on; 0 for a new draft. */
  version: number;
  productId: string | null;
  content: { draft: ProductDraft; base: string };
};

/**
 * - `kept`: the shop has it, under this version
 * - `changed`: somebody else has written meanwhile, under this id and version
 * - `gone`: it was thrown away or sent to review elsewhere
 * - `full`: there are too many drafts, or this one is too long
 * - `failed`: nothing is known; it has to be sent again
 */
export type KeepAnswer =
  | { kind: 'kept'; version: number }
  | { kind: 'changed'; id: string; version: number }
  | { kind: 'gone' | 'full' | 'failed' };

/** What a browser sends for a page that is being left, at most. */
const keepaliveBytes = 60_000;

/** Sends a draft to the shop; with `isLeaving` also from a page that ends meanwhile, if it is not too long for that. */
export async function putDraft(sent: SentDraft, isLeaving: boolean): Promise<KeepAnswer> {
  const body = JSON.stringify(sent);
  const response = await fetch('/api/product-draft', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body,
    keepalive: isLeaving && body.length < keepaliveBytes,
  }).catch(() => null);
  const answer = (await response?.json().catch(() => null)) as { version?: number; id?: string } | null;
  if (response?.ok && answer?.version) return { kind: 'kept', version: answer.version };
  if (response?.status === 422) return { kind: 'full' };
  if (response?.status !== 409) return { kind: 'failed' };
  return answer?.version ? { kind: 'changed', id: answer.id ?? sent.id, version: answer.version } : { kind: 'gone' };
}

/** Throws a draft away, also from a page that ends meanwhile. Answers whether it is gone. */
export async function deleteDraft(id: string): Promise<boolean> {
  const response = await fetch(`/api/product-draft?id=${id}`, { method: 'DELETE', keepalive: true }).catch(() => null);
  return response?.ok === true;
}
