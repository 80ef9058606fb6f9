import { beforeEach, expect, test } from 'vitest';
import { away, openShop, refusal, shop } from '../shop-stub.ts';

const { leaveLink, leaveMails, leaveQuery } = await import('@/lib/mail/unsubscribe');

const persona = '00000000-0000-4000-8000-000000000001';
const sello = 'a'.repeat(64);
const read = (query: string) => leaveLink.safeParse(Object.fromEntries(new URLSearchParams(query))).data;

beforeEach(() => {
  openShop();
  shop.answers.clave_de_sellos = '00ff';
});

test.each(['favoritos', 'anuncios', 'publicaciones'] as const)(
  'a link ends the mails of its kind: %s',
  async (kind) => {
    const link = read(await leaveQuery(kind, persona));
    expect(link).toEqual({ tipo: kind, persona, sello: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await leaveMails(link as NonNullable<typeof link>)).toBe(true);
    const asked = { p_usuario: persona, p_tipo: kind, p_sello: link?.sello };
    expect(shop.calls.at(-1)).toEqual(['dejar_correos', asked]);
  },
);

test('each kind and each person has its own seal', async () => {
  const other = persona.replace('1', '2');
  const seals = await Promise.all([
    leaveQuery('favoritos', persona),
    leaveQuery('anuncios', persona),
    leaveQuery('favoritos', other),
  ]);
  expect(new Set(seals.map((query) => read(query)?.sello)).size).toBe(3);
});

test('a link may be copied from HTML', () => {
  expect(read(`tipo=anuncios&amp;persona=${persona}&amp;sello=${sello}`)).toMatchObject({ tipo: 'anuncios', persona });
});

test.each([
  ['another person', `tipo=anuncios&persona=ana&sello=${sello}`],
  ['another seal', `tipo=anuncios&persona=${persona}&sello=x`],
  ['another end of its seal', `tipo=anuncios&persona=${persona}&sello=${sello}0`],
  ['another beginning of its seal', `tipo=anuncios&persona=${persona}&sello=x${sello}`],
  ['another kind', `tipo=todo&persona=${persona}&sello=${sello}`],
  ['no kind', `persona=${persona}&sello=${sello}`],
])('a link with %s is not valid', (_what, query) => expect(read(query)).toBeUndefined());

test('a link with a wrong seal is refused, and an outage is an error', async () => {
  const link = { tipo: 'anuncios', persona, sello } as const;
  shop.answers = { dejar_correos: refusal('sello_no_valido') };
  expect(await leaveMails(link)).toBe(false);
  shop.answers = { dejar_correos: away };
  await expect(leaveMails(link)).rejects.toThrow('dejar_correos failed: away');
});
