import type { Upload as TusUpload } from 'tus-js-client';
import { readStoredJson, storedKeys, storeJson } from '@/components/ui/browser-storage';
import type { UploadPass } from '@/lib/publish/files';
import type { Uploaded } from './upload';

/** Hosted storage requires parts of exactly this size. */
const partBytes = 6 * 1024 * 1024;
/** Tokens expire after two hours. */
const tokenMs = 90 * 60 * 1000;
/** Storage deletes unfinished uploads after a day. */
const uploadMs = 24 * 60 * 60 * 1000;
const retryDelays = [0, 1_000, 3_000, 5_000, 10_000];

/** State of an unfinished upload, to resume it when the same file is chosen again. */
export type Unfinished = { link: string; url: string; name: string; size: number; modified: number; begunAt: number };

export type UploadState = 'sending' | 'waiting' | 'paused' | 'checking';
export type Finished = { downloadLink: string; print: string; name: string };

const keyOf = (uploadKey: string) => `upload-${uploadKey}`;

/** Reads the unfinished upload of a field, unless storage has deleted it. */
export function readUnfinished(uploadKey: string): Unfinished | null {
  const kept = readStoredJson(keyOf(uploadKey)) as Unfinished | null;
  return kept?.url && Date.now() - kept.begunAt < uploadMs ? kept : null;
}

const keepUnfinished = (uploadKey: string, unfinished: Unfinished | null) => storeJson(keyOf(uploadKey), unfinished);

/** Removes expired uploads of any product. */
function forgetOld(): void {
  const uploadKeys = storedKeys(keyOf('')).map((key) => key.slice(keyOf('').length));
  for (const uploadKey of uploadKeys) if (!readUnfinished(uploadKey)) keepUnfinished(uploadKey, null);
}

const isSame = (file: File, kept: Unfinished) =>
  file.name === kept.name && file.size === kept.size && file.lastModified === kept.modified;

/** Statuses of refusals that are not about the upload: no session, too many steps, an outage. */
const forNow = [401, 429, 503];

/** @returns the answer, a refusal with its status, or null without a response */
async function callUpload<Answer>(
  step: object,
): Promise<{ value: Answer } | { message: string; status: number } | null> {
  try {
    const response = await fetch('/api/product-file', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(step),
    });
    const body = await response.json();
    return response.ok ? { value: body as Answer } : { message: body.message, status: response.status };
  } catch {
    return null;
  }
}

/** SHA-256 of a file in hexadecimal, streamed to limit memory. */
async function printOf(file: Blob, signal: AbortSignal): Promise<string> {
  const [{ sha256 }, { bytesToHex }] = await Promise.all([
    import('@noble/hashes/sha2.js'),
    import('@noble/hashes/utils.js'),
  ]);
  const hash = sha256.create();
  for (let at = 0; at < file.size; at += partBytes) {
    signal.throwIfAborted();
    hash.update(new Uint8Array(await file.slice(at, at + partBytes).arrayBuffer()));
  }
  return bytesToHex(hash.digest());
}

type Options = {
  /** The product or draft and the field, as the storage key in this browser. */
  uploadKey: string;
  onProgress: (percent: number) => void;
  onState: (state: UploadState) => void;
};

/**
 * Uploads a product's file directly to storage in parts (TUS). It resumes after a lost connection, a pause, a reload,
 * or when the same file is chosen again.
 */
export function startUpload(file: File, { uploadKey, onProgress, onState }: Options) {
  const stopped = new AbortController();
  let upload: TusUpload | undefined;
  let isPaused = false;

  async function begin(): Promise<{ value: { pass: UploadPass; url: string | null } } | { message: string } | null> {
    forgetOld();
    const kept = readUnfinished(uploadKey);
    if (kept && isSame(file, kept)) {
      const pass = await callUpload<UploadPass>({ step: 'goOn', link: kept.link });
      if (!pass) return null;
      if ('value' in pass) return { value: { pass: pass.value, url: kept.url } };
      if (forNow.includes(pass.status)) return { message: pass.message };
    }
    if (kept) void callUpload({ step: 'drop', link: kept.link });
    keepUnfinished(uploadKey, null);
    const pass = await callUpload<UploadPass>({ step: 'begin', name: file.name, size: file.size });
    return pass && ('value' in pass ? { value: { pass: pass.value, url: null } } : pass);
  }

  async function send(pass: UploadPass, url: string | null): Promise<boolean> {
    const { Upload } = await import('tus-js-client');
    let { token } = pass;
    let signedAt = Date.now();
    return new Promise((resolve, reject) => {
      const sending = new Upload(file, {
        endpoint: pass.endpoint,
        uploadUrl: url,
        chunkSize: partBytes,
        retryDelays,
        onShouldRetry: (error) => {
          const status = error.originalResponse?.getStatus();
          if (status && status >= 400 && status < 500 && status !== 409 && status !== 423) return false;
          if (!isPaused) onState('waiting');
          return navigator.onLine;
        },
        // The unfinished upload is stored by this module, and the file's name by the draft.
        storeFingerprintForResuming: false,
        metadata: {
          bucketName: pass.bucket,
          objectName: pass.name,
          contentType: file.type || 'application/octet-stream',
        },
        async onBeforeRequest(request) {
          if (Date.now() - signedAt > tokenMs) {
            const next = await callUpload<UploadPass>({ step: 'goOn', link: pass.downloadLink });
            if (next && 'value' in next) {
              token = next.value.token;
              signedAt = Date.now();
            }
          }
          request.setHeader('x-signature', token);
        },
        onUploadUrlAvailable: () =>
          keepUnfinished(uploadKey, {
            link: pass.downloadLink,
            url: sending.url ?? '',
            name: file.name,
            size: file.size,
            modified: file.lastModified,
            begunAt: readUnfinished(uploadKey)?.begunAt ?? Date.now(),
          }),
        onProgress: (sent, total) => {
          if (!isPaused) onState('sending');
          onProgress(Math.floor((sent * 100) / total));
        },
        onSuccess: () => resolve(true),
        onError: (error) => {
          const answer = 'originalResponse' in error ? error.originalResponse : null;
          const status = answer?.getStatus();
          // The last response was lost: the file exists, and `finish` checks that it is complete.
          if (status === 409 && answer?.getBody().includes('already exists')) return resolve(true);
          if (status && status >= 400 && status < 500 && status !== 409 && status !== 423) return reject(error);
          if (stopped.signal.aborted || isPaused) return;
          onState('waiting');
          const goOn = () => {
            if (!stopped.signal.aborted && !isPaused) sending.start();
          };
          if (navigator.onLine) setTimeout(goOn, 3_000);
          else addEventListener('online', goOn, { once: true, signal: stopped.signal });
        },
      });
      upload = sending;
      stopped.signal.addEventListener('abort', () => resolve(false), { once: true });
      sending.start();
    });
  }

  async function run(): Promise<Uploaded<Finished>> {
    const begun = await begin();
    if (!begun || 'message' in begun) return begun;
    const { pass, url } = begun.value;
    const print = printOf(file, stopped.signal).catch(() => null);
    try {
      if (!(await send(pass, url))) return null;
    } catch {
      keepUnfinished(uploadKey, null);
      return null;
    }
    onState('checking');
    const known = await print;
    if (known === null) return null;
    const { name, size } = file;
    const finished = await callUpload({ step: 'finish', link: pass.downloadLink, print: known, size, name });
    if (finished && 'message' in finished) return finished;
    keepUnfinished(uploadKey, null);
    return { value: { downloadLink: pass.downloadLink, print: known, name } };
  }

  return {
    done: run(),
    pause: () => {
      isPaused = true;
      onState('paused');
      void upload?.abort();
    },
    resume: () => {
      isPaused = false;
      onState('sending');
      upload?.start();
    },
    /** Cancels the upload. */
    stop: () => {
      const kept = readUnfinished(uploadKey);
      stopped.abort();
      void upload?.abort();
      if (kept) void callUpload({ step: 'drop', link: kept.link });
      keepUnfinished(uploadKey, null);
    },
  };
}
