import { sendFile } from '@/components/ui/send-file';
import type { DraftPicture, ProductImageKind } from '@/lib/publish/types';

/** The result of an upload: its value, a sentence with the reason why not, or null if there was no answer. */
export type Uploaded<Value> = { value: Value } | { message: string } | null;

const attempts = 5;

type PictureAnswer = { picture?: DraftPicture; message?: string } | null;

function readPicture(body: unknown): Uploaded<DraftPicture> {
  const answer = body as PictureAnswer;
  if (answer?.picture) return { value: answer.picture };
  return answer?.message ? { message: answer.message } : null;
}

/** Sends a picture of a product; the shop cuts it to size and stores it. */
export async function uploadPicture(
  kind: ProductImageKind,
  file: File,
  onProgress: (percent: number) => void,
): Promise<Uploaded<DraftPicture>> {
  const answer = await sendFile('POST', `/api/product-image?kind=${kind}`, file, { onProgress });
  return answer && readPicture(answer.body);
}

/** Has the shop fetch a picture from an address and store it. */
export async function importPicture(kind: ProductImageKind, url: string): Promise<Uploaded<DraftPicture>> {
  try {
    const response = await fetch(`/api/product-image?kind=${kind}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url }),
    });
    return readPicture(await response.json());
  } catch {
    return null;
  }
}

const untilOnline = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (navigator.onLine) return resolve();
    addEventListener('online', () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => resolve());
  });

type Progress = { onProgress: (percent: number) => void; onRetry: () => void; signal: AbortSignal };

/**
 * Uploads a product's file directly to storage with a signed link. After a lost connection it waits and sends the file
 * again.
 *
 * @returns the name of the file in the draft
 */
export async function uploadFile(file: File, { onProgress, onRetry, signal }: Progress): Promise<Uploaded<string>> {
  for (let attempt = 0; attempt < attempts && !signal.aborted; attempt += 1) {
    if (attempt > 0) {
      onRetry();
      await untilOnline(signal);
    }
    const link = await requestLink(file, signal);
    if (!link) continue;
    if ('message' in link) return link;
    const answer = await sendFile('PUT', link.value.uploadUrl, file, { onProgress, signal });
    if (answer && answer.status < 300) return { value: link.value.downloadLink };
  }
  return null;
}

async function requestLink(
  file: File,
  signal: AbortSignal,
): Promise<Uploaded<{ uploadUrl: string; downloadLink: string }>> {
  try {
    const response = await fetch('/api/product-file', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: file.name, size: file.size }),
      signal,
    });
    const body = await response.json();
    return response.ok ? { value: body } : { message: body.message };
  } catch {
    return null;
  }
}
