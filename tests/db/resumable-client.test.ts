/** @module-tag nightly */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { expect, test, vi } from 'vitest';
import { type Finished, startUpload, type UploadState } from '@/components/publish/resumable-upload';
import { createUser } from './factories.ts';
import { type Answer, openDatabase } from './harness.ts';
import { startLocalApi } from './local-api.ts';

// The browser's part of an upload against the storage emulator. The Node client reads a buffer instead of a file.
vi.mock('tus-js-client', async (original) => {
  const { Upload } = await original<typeof import('tus-js-client')>();
  class NodeUpload extends Upload {
    constructor(file: { bytes: Buffer }, options: ConstructorParameters<typeof Upload>[1]) {
      super(file.bytes as never, options);
    }
  }
  return { Upload: NodeUpload };
});

const db = await openDatabase();
const { sql } = db;
const { api, secrets } = await startLocalApi(db.url);
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function storageOf(sub: string) {
  const exp = Math.floor(Date.now() / 1000) + 600;
  const body = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub, role: 'authenticated', aud: 'authenticated', aal: 'aal2', exp })}`;
  const token = `${body}.${createHmac('sha256', secrets.jwt).update(body).digest('base64url')}`;
  return createClient(api.url, secrets.publishableKey, { accessToken: async () => token }).storage.from('descargas');
}

/** Emulates a browser with storage, online, with the shop's upload route. */
function openBrowser(person: string) {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('navigator', { onLine: true });
  const ask = globalThis.fetch;
  const steps: string[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url !== '/api/product-file') return ask(url, init);
    const { step, name, size, link, print } = JSON.parse(String(init.body));
    steps.push(step);
    if (step === 'finish') {
      const args = { p_ruta: link, p_huella: print, p_bytes: size, p_nombre: name };
      const done = await db.callAs(person, 'anotar_huella', args);
      return Response.json(done.ok ? {} : { message: done.error }, { status: done.ok ? 200 : 409 });
    }
    const path =
      step === 'begin'
        ? String((await db.callAs<Answer>(person, 'permitir_subida', { p_nombre: name, p_bytes: size })).ruta)
        : String(link);
    const object = path.slice('descargas/'.length);
    const { data } = await storageOf(person).createSignedUploadUrl(object);
    const endpoint = `${api.url}/storage/v1/upload/resumable/sign`;
    return data
      ? Response.json({ endpoint, token: data.token, bucket: 'descargas', name: object, downloadLink: path })
      : Response.json({ message: 'no' }, { status: 502 });
  });
  return steps;
}

test('an abandoned upload resumes with the same file only', async () => {
  const person = await createUser(sql);
  const steps = openBrowser(person);
  const bytes = randomBytes(40 * 1024 * 1024);
  const file = (content: Buffer) =>
    Object.assign(new File([new Uint8Array(content)], 'mundo.zip', { lastModified: 7 }), { bytes: content });
  const run = (content: Buffer, stopAt = 101) => {
    const seen: Array<number | UploadState> = [];
    const upload = startUpload(file(content), {
      uploadKey: 'downloadLink',
      onState: (state) => seen.push(state),
      onProgress: (percent) => {
        seen.push(percent);
        if (percent >= stopAt) upload.pause();
      },
    });
    return { upload, seen };
  };

  const first = run(bytes, 40);
  await expect.poll(() => first.seen).toContain('paused');
  // The tab is closed; another one chooses the same file.
  const second = run(bytes);
  const answer = (await second.upload.done) as { value: Finished };
  const begun = second.seen.find((entry) => typeof entry === 'number');
  expect(begun).toBeGreaterThanOrEqual(30);
  expect(steps).toEqual(['begin', 'goOn', 'finish']);
  expect(answer.value.print).toBe(createHash('sha256').update(bytes).digest('hex'));
  const shop = createClient(api.url, secrets.secretKey).storage.from('descargas');
  const { data } = await shop.download(answer.value.downloadLink.slice('descargas/'.length));
  const stored = Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer());
  expect(createHash('sha256').update(stored).digest('hex')).toBe(answer.value.print);

  const third = run(bytes, 10);
  await expect.poll(() => third.seen).toContain('paused');
  const other = run(randomBytes(1_000));
  expect(await other.upload.done).toHaveProperty('value');
  expect(steps.slice(3)).toEqual(['begin', 'drop', 'begin', 'finish']);
}, 60_000);
