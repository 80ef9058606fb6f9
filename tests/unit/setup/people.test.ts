import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { erasePerson, makeAdmin } from '@/scripts/setup/people';

/** Runs work against a server that gives every request one answer. */
async function withAnswer(status: number, body: unknown, work: (url: string) => Promise<void>) {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  await work(`http://127.0.0.1:${port}`);
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  return port;
}
const project = (url: string) => ({ url, secretKey: 'sb_secret_x' });

it('a project that does not answer is named', async () => {
  const port = await withAnswer(200, { ok: true }, async () => {});
  await expect(makeAdmin(project(`http://127.0.0.1:${port}`), 'ana@gmail.com')).rejects.toThrow(
    `http://127.0.0.1:${port} does not answer`,
  );
});

it('a refused key is reported with the function that was called', async () => {
  await withAnswer(401, { message: 'Invalid API key' }, async (url) => {
    await expect(makeAdmin(project(url), 'ana@gmail.com')).rejects.toThrow('nombrar_admin: Invalid API key');
  });
});

it('a refusal of the database is a sentence that says what to do', async () => {
  await withAnswer(200, { ok: false, error: 'club_activo' }, async (url) => {
    await expect(erasePerson(project(url), { email: 'ana@gmail.com' }, 'asked by letter')).rejects.toThrow(
      'cancel the membership at Stripe',
    );
  });
});

it('an erasure by id may be repeated', async () => {
  const id = '00000000-0000-4000-8000-000000000001';
  await withAnswer(200, { ok: false, error: 'usuario_no_existe' }, async (url) => {
    expect(await erasePerson(project(url), { id }, 'restored a backup')).toEqual([
      `the account ${id} is already erased, or not in this database`,
    ]);
  });
});

it('only a new admin has to register', async () => {
  await withAnswer(200, { ok: false, error: 'usuario_no_existe' }, async (url) => {
    const email = 'ana@gmail.com';
    await expect(makeAdmin(project(url), email)).rejects.toThrow('register in the shop and confirm it first');
    await expect(erasePerson(project(url), { email }, 'asked by letter')).rejects.toThrow(
      /^nobody has an account with this address$/,
    );
  });
});

it('an erasure prints the id of the account', async () => {
  const id = '00000000-0000-4000-8000-000000000001';
  await withAnswer(200, { ok: true, user_id: id }, async (url) => {
    expect(await erasePerson(project(url), { id }, 'restored a backup')).toContainEqual(expect.stringContaining(id));
  });
});
