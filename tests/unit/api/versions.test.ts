import { beforeEach, describe, expect, it, test, vi } from 'vitest';
import type { Once } from '@/lib/api/call';
import { Refusal } from '@/lib/api/problem';
import { toContent } from '@/lib/publish/content';
import { checkDraft } from '@/lib/publish/schema';
import { emptyDraft, emptyEdition } from '@/lib/publish/types';

const { findStampProblem, scanFile, signUpload } = vi.hoisted(() => ({
  findStampProblem: vi.fn(),
  scanFile: vi.fn(),
  signUpload: vi.fn(),
}));
vi.mock('@/lib/core/log', () => ({ log: { warn: () => undefined } }));
vi.mock('@/lib/publish/files', async (actual) => ({ ...(await actual<object>()), scanFile }));
vi.mock('@/lib/publish/stamps', () => ({ findStampProblem }));
vi.mock('@/lib/storage/server', () => ({ signUpload }));
const { createUpload, createVersion } = await import('@/lib/api/operations/versions');

const productId = '00000000-0000-4000-8000-000000000001';
const editionId = '00000000-0000-4000-8000-000000000002';
const link = 'descargas/ana/torre.jar';

const draft = checkDraft(
  {
    ...emptyDraft,
    name: 'Torre',
    slug: 'torre',
    price: '9,50',
    category: 'plugin',
    version: '1.0',
    compatible: '1.20',
    cover: { url: '/media/portadas/a/b.webp', width: 720, height: 960, blur: null },
    downloadLink: 'https://ejemplo.test/torre.zip',
    editions: [{ ...emptyEdition, id: editionId, key: editionId, name: 'Oro', price: '20' }],
  },
  false,
);
if (!draft.ok) throw new Error(draft.errors.join());
const contenido = toContent(draft.value);

/** What the database answers by operation; a refusal is thrown. */
const answers: Record<string, unknown> = {};
const answerOf = async (operation: string, _data: object, _schema: unknown, _once?: Once) => {
  const answer = answers[operation];
  if (answer instanceof Refusal) throw answer;
  return answer;
};
const call = vi.fn(answerOf);
const sent = (operation: string) => call.mock.calls.find(([name]) => name === operation)?.[1];

beforeEach(() => {
  vi.clearAllMocks();
  call.mockImplementation(answerOf);
  for (const name of Object.keys(answers)) delete answers[name];
  answers.getContent = { slug: 'torre', contenido, marcados: [] };
  answers.createUpload = { ruta: link };
  answers.wasMade = { hecha: false };
  scanFile.mockResolvedValue({ clean: true, finding: null });
  findStampProblem.mockResolvedValue(null);
  signUpload.mockResolvedValue('https://storage.test/put');
});

const file = { upload_id: link, bytes: 9, sha256: 'a'.repeat(64) };
type Asked = { version?: string; changes?: string; changes_en?: string } & Record<string, unknown>;
const make = (body: Asked = {}, once?: Once) => {
  const version = { version: '2.0', changes: 'Vuela', changes_en: '', ...body };
  return createVersion.run({ params: { product_id: productId }, body: version, call, once } as never);
};
const problemOf = (path: string, message: unknown = expect.any(String)) =>
  expect.objectContaining({ code: 'invalid', errors: [{ path, message }] });

test('a repeated version gets the first answer, even if its product no longer exists', async () => {
  answers.wasMade = { hecha: true };
  answers.getContent = new Refusal('not_found');
  const once = { key: 'build-7', hash: 'x' };
  expect(await make({}, once)).toEqual({ product_id: productId, version: '2.0', state: 'pending' });
  expect(call.mock.calls.map(([name, , , given]) => [name, given])).toEqual([['wasMade', once]]);
});

describe('a new version', () => {
  it('changes the texts of the product that it names, and nothing else', async () => {
    const once = { key: 'build-7', hash: 'x' };
    const body = { changes_en: 'Flies', compatible: ['1.20', '1.21'] };
    expect(await make(body, once)).toEqual({ product_id: productId, version: '2.0', state: 'pending' });
    const changed = { version: '2.0', novedades: 'Vuela', novedades_en: 'Flies', compatibles: ['1.20', '1.21'] };
    expect(sent('createVersion')).toEqual({ producto: productId, contenido: { ...contenido, ...changed } });
    expect(call).toHaveBeenLastCalledWith('createVersion', expect.anything(), expect.anything(), once);
  });

  it('keeps the versions of the game without others', async () => {
    await make();
    expect(sent('createVersion')).toMatchObject({ contenido: { compatibles: ['1.20'] } });
    // Without a key there is nothing that it could repeat.
    expect(call.mock.calls.map(([name]) => name)).toEqual(['getContent', 'createVersion']);
  });

  it('keeps what another call changed while its file was scanned', async () => {
    const other = { ...contenido, descripcion: 'Otra' };
    answers.getContent = { slug: 'torre', contenido, marcados: [], base: 'one' };
    answers.createVersion = new Refusal('changed');
    call.mockImplementation(async (operation) => {
      if (operation !== 'createVersion') return answers[operation];
      if (call.mock.calls.filter(([name]) => name === operation).length > 1) return { slug: 'torre' };
      answers.getContent = { slug: 'torre', contenido: other, marcados: [], base: 'two' };
      throw answers[operation];
    });
    const once = { key: 'build-7', hash: 'x' };
    expect(await make({ file }, once)).toMatchObject({ state: 'pending' });
    expect(scanFile).toHaveBeenCalledOnce();
    const tries = call.mock.calls.filter(([name]) => name === 'createVersion');
    expect(tries.map(([, data, , given]) => [data, given])).toMatchObject([
      [{ base: 'one', contenido: { version: '2.0', descripcion: contenido.descripcion } }, once],
      [{ base: 'two', contenido: { version: '2.0', descripcion: 'Otra', download_link: link } }, once],
    ]);
  });

  it('is refused if others change its product again and again', async () => {
    answers.createVersion = new Refusal('changed');
    await expect(make()).rejects.toThrow(expect.objectContaining({ code: 'changed' }));
    expect(call.mock.calls.filter(([name]) => name === 'createVersion')).toHaveLength(5);
  });

  it('is refused at once for another reason', async () => {
    answers.createVersion = new Refusal('file_incomplete');
    await expect(make({ file })).rejects.toThrow(expect.objectContaining({ code: 'file_incomplete' }));
    expect(call.mock.calls.filter(([name]) => name === 'createVersion')).toHaveLength(1);
  });

  it('has a new file with the name under which buyers save it', async () => {
    await make({ file: { ...file, name: ' torre/2.0.jar' } });
    const archivo = { ruta: link, huella: file.sha256, bytes: 9, nombre: 'torre-2.0.jar' };
    expect(sent('createVersion')).toMatchObject({ contenido: { download_link: link }, archivo });
    expect(scanFile).toHaveBeenCalledExactlyOnceWith({ bucket: 'descargas', name: 'ana/torre.jar' });
  });

  it('has a new file in an edition only', async () => {
    await make({ edition_id: editionId, file });
    expect(sent('createVersion')).toMatchObject({
      contenido: { download_link: contenido.download_link, ediciones: [{ id: editionId, download_link: link }] },
    });
  });

  it('of an edition that the product does not have is refused', async () => {
    await expect(make({ edition_id: productId, file })).rejects.toThrow(problemOf('edition_id'));
    expect(sent('createVersion')).toBeUndefined();
  });

  it.each([
    ['changes', { changes: 'a'.repeat(2_001) }],
    ['compatible', { compatible: ['1.20', '1.20', 'nueva'] }],
    ['changes_en', { changes_en: 'a'.repeat(2_001) }],
    ['file.upload_id', { file: { ...file, upload_id: 'descargas' } }],
    ['file.upload_id', { edition_id: editionId, file: { ...file, upload_id: 'descargas' } }],
  ])('that breaks a rule of the form is refused at %s', async (path, body) => {
    await expect(make(body)).rejects.toThrow(problemOf(path));
    expect(sent('createVersion')).toBeUndefined();
  });

  it('is refused with what the scanner finds, or later if it does not answer', async () => {
    scanFile.mockResolvedValue({ clean: false, finding: 'Eicar' });
    await expect(make({ file })).rejects.toThrow(problemOf('file', 'the scanner found something in it'));
    scanFile.mockResolvedValue('away');
    await expect(make({ file })).rejects.toThrow(expect.objectContaining({ code: 'unavailable' }));
    expect(sent('createVersion')).toBeUndefined();
  });

  it('with a file that is not an upload is refused', async () => {
    const elsewhere = { ...file, upload_id: 'https://ejemplo.test/torre.jar' };
    await expect(make({ file: elsewhere })).rejects.toThrow(expect.objectContaining({ code: 'file_missing' }));
  });

  it.each([
    ['the product', null, {}],
    ['an edition', editionId, { edition_id: editionId }],
  ])('of %s whose copies are stamped is refused if that cannot be done', async (_what, marked, body) => {
    answers.getContent = { slug: 'torre', contenido, marcados: [marked] };
    findStampProblem.mockResolvedValue('signed');
    const problem = problemOf('file', 'its copies cannot be stamped: signed');
    await expect(make({ ...body, file })).rejects.toThrow(problem);
    expect(findStampProblem).toHaveBeenCalledExactlyOnceWith({ bucket: 'descargas', name: 'ana/torre.jar' });
    findStampProblem.mockResolvedValue('away');
    await expect(make({ ...body, file })).rejects.toThrow(expect.objectContaining({ code: 'unavailable' }));
    findStampProblem.mockResolvedValue(null);
    expect(await make({ ...body, file })).toMatchObject({ state: 'pending' });
    expect(await make(body)).toMatchObject({ state: 'pending' });
    expect(findStampProblem).toHaveBeenCalledTimes(3);
  });

  it('of a product whose copies are not stamped is not read for stamps', async () => {
    answers.getContent = { slug: 'torre', contenido, marcados: [editionId] };
    await make({ file });
    expect(findStampProblem).not.toHaveBeenCalled();
  });
});

describe('an upload', () => {
  const begin = (name: string) =>
    createUpload.run({ body: { name, bytes: 9 }, call, once: undefined } as never) as Promise<unknown>;

  it('has an address for a file of a kind that is sold', async () => {
    expect(await begin(' Torre 2.0.JAR')).toEqual({ upload_id: link, url: 'https://storage.test/put', method: 'PUT' });
    expect(sent('createUpload')).toEqual({ nombre: 'archivo.jar', bytes: 9 });
    expect(signUpload).toHaveBeenCalledExactlyOnceWith({ bucket: 'descargas', name: 'ana/torre.jar' });
  });

  it('of another kind is refused', async () => {
    await expect(begin('torre.exe')).rejects.toThrow(problemOf('name', 'a kind of file that is not sold here'));
    expect(call).not.toHaveBeenCalled();
  });

  it('whose file has arrived has no address any more, which is no outage', async () => {
    signUpload.mockResolvedValue(null);
    answers.hasArrived = { llegado: true };
    await expect(begin('torre.jar')).rejects.toThrow(expect.objectContaining({ code: 'file_arrived' }));
    expect(sent('hasArrived')).toEqual({ ruta: link });
  });

  it('without a signed address is unavailable for now', async () => {
    signUpload.mockResolvedValue(null);
    answers.hasArrived = { llegado: false };
    await expect(begin('torre.jar')).rejects.toThrow(expect.objectContaining({ code: 'unavailable' }));
  });
});
