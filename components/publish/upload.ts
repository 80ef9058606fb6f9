import { sendFile } from '@/components/ui/send-file';
import type { DraftPicture, ProductImageKind } from '@/lib/publish/types';

/** Result of an upload: its value, a sentence with the reason of a refusal, or null without a response. */
export type Uploaded<Value> = { value: Value } | { message: string } | null;

type PictureAnswer = { picture?: DraftPicture; message?: string } | null;

function readPicture(body: unknown): Uploaded<DraftPicture> {
  const answer = body as PictureAnswer;
  if (answer?.picture) return { value: answer.picture };
  return answer?.message ? { message: answer.message } : null;
}

/** Uploads a product picture, which the shop crops and stores. */
export async function uploadPicture(
  kind: ProductImageKind,
  file: File,
  onProgress: (percent: number) => void,
): Promise<Uploaded<DraftPicture>> {
  const answer = await sendFile(`/api/product-image?kind=${kind}`, file, { onProgress });
  return answer && readPicture(answer.body);
}

/** Makes the shop fetch a picture from an address and store it. */
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
