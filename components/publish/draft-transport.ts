import { personOfPage } from '@/components/account/me/page-person';
import type { ProductDraft } from '@/lib/publish/types';

export type SentDraft = {
  id: string;
  /** The version that the change is based on; 0 for a new draft. */
  version: number;
  productId: string | null;
  content: { draft: ProductDraft; base: string };
};

/**
 * - `kept`: saved under this version
 * - `changed`: another tab or device has saved this id and version
 * - `gone`: deleted or sent to review elsewhere
 * - `productGone`: its product no longer exists
 * - `full`: there are too many drafts, or this one is too long
 * - `signedOut`: not saved, because the session has ended
 * - `failed`: unknown outcome; send it again
 */
export type KeepAnswer =
  | { kind: 'kept'; version: number }
  | { kind: 'changed'; id: string; version: number }
  | { kind: 'gone' | 'productGone' | 'full' | 'signedOut' | 'failed' };

/** Browsers' limit of `keepalive` requests, with a margin. */
const keepaliveBytes = 60_000;

/** Saves a draft; `isLeaving` keeps the request alive while the page unloads, if it is short enough. */
export async function putDraft(sent: SentDraft, isLeaving: boolean): Promise<KeepAnswer> {
  const body = JSON.stringify({ ...sent, persona: personOfPage() });
  const response = await fetch('/api/product-draft', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body,
    keepalive: isLeaving && body.length < keepaliveBytes,
  }).catch(() => null);
  const answer = (await response?.json().catch(() => null)) as { version?: number; id?: string } | null;
  if (response?.ok && answer?.version) return { kind: 'kept', version: answer.version };
  if (response?.status === 401) return { kind: 'signedOut' };
  if (response?.status === 404) return { kind: 'productGone' };
  if (response?.status === 422) return { kind: 'full' };
  if (response?.status !== 409) return { kind: 'failed' };
  return answer?.version ? { kind: 'changed', id: answer.id ?? sent.id, version: answer.version } : { kind: 'gone' };
}

/** Deletes a draft, even while the page unloads. Returns true if it is gone. */
export async function deleteDraft(id: string): Promise<boolean> {
  const response = await fetch(`/api/product-draft?id=${id}`, { method: 'DELETE', keepalive: true }).catch(() => null);
  return response?.ok === true;
}
