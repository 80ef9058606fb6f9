import { createHash } from 'node:crypto';
import { Upload } from 'tus-js-client';
import { z } from 'zod';
import type { Browser } from './browser.ts';

/** Hosted Storage requires parts of exactly this size. */
const partBytes = 6 * 1024 * 1024;

const pass = z.object({
  endpoint: z.string(),
  token: z.string(),
  bucket: z.string(),
  name: z.string(),
  downloadLink: z.string(),
});

async function callShop(browser: Browser, step: object): Promise<unknown> {
  const response = await browser.send('/api/product-file', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(step),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`/api/product-file answers ${response.status} ${text.slice(0, 200)}`);
  return JSON.parse(text);
}

/**
 * Sends a file as the product form does: a token from the shop, the parts directly to Storage, and the end.
 *
 * @param onPath receives the path of the file in its bucket, as soon as it may exist
 */
export async function sendFile(
  browser: Browser,
  file: { name: string; bytes: Buffer },
  { signal, onPath }: { signal: AbortSignal; onPath: (path: string) => void },
): Promise<void> {
  const { name, bytes } = file;
  const begun = pass.parse(await callShop(browser, { step: 'begin', name, size: bytes.length }));
  onPath(begun.name);
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(bytes, {
      endpoint: begun.endpoint,
      chunkSize: partBytes,
      retryDelays: [],
      headers: { 'x-signature': begun.token },
      metadata: { bucketName: begun.bucket, objectName: begun.name, contentType: 'application/zip' },
      onSuccess: () => resolve(),
      onError: reject,
    });
    signal.addEventListener('abort', () => void upload.abort().finally(() => reject(signal.reason)), { once: true });
    upload.start();
  });
  const print = createHash('sha256').update(bytes).digest('hex');
  await callShop(browser, { step: 'finish', link: begun.downloadLink, print, size: bytes.length, name });
}
