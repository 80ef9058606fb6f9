import { beforeEach, describe, expect, it } from 'vitest';
import { away, openShop, refusal, shop } from '../shop-stub.ts';

const {
  answerQuestionAction,
  askQuestionAction,
  deleteQuestionAction,
  setQuestionAsideAction,
  thankAnswer,
  withdrawAnswerAction,
} = await import('@/lib/questions/action');

const productId = '00000000-0000-4000-8000-000000000001';
const questionId = '00000000-0000-4000-8000-000000000002';

const formOf = (values: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
};
const ask = (question: string) => askQuestionAction({}, formOf({ productId, question }));
const answer = (reply: string) => answerQuestionAction({}, formOf({ questionId, reply }));
const withdraw = () => withdrawAnswerAction({}, formOf({ questionId }));
const setAside = (aside: string) => setQuestionAsideAction({}, formOf({ questionId, aside }));
const remove = () => deleteQuestionAction({}, formOf({ questionId }));
const thank = (thanks = true) => thankAnswer({ questionId, thanks });

beforeEach(() => {
  openShop();
  const done = { ok: true, slug: 'torre' };
  shop.answers = {
    preguntar: done,
    responder_pregunta: done,
    descartar_pregunta: done,
    borrar_pregunta: done,
    agradecer_respuesta: { ...done, gracias: true, utiles: 3 },
  };
});

const question = '¿Funciona en la versión 1.21?';
const onProduct = { now: ['questions:torre'], soon: ['product:torre'] };

describe('a question', () => {
  it('is sent on one line, and its creator reads it by mail', async () => {
    expect(await ask(' ¿Funciona en\r\n la versión\t1.21? ')).toMatchObject({ done: true });
    expect(shop.calls).toEqual([['preguntar', { p_producto: productId, p_texto: question }]]);
    expect(shop.after).toEqual(['mails']);
    // Nobody else sees it before its answer.
    expect(shop.stale).toEqual({ now: [], soon: [], paths: ['/profile/questions'] });
  });

  it.each([10, 500])('may have %i characters', async (length) => {
    expect(await ask('a'.repeat(length))).toMatchObject({ done: true });
  });

  it.each([
    ['too short', '¿Y?'],
    ['too short without its blanks', `¿Y   ${' '.repeat(20)}    si?`],
    ['too long', 'a'.repeat(501)],
  ])('that is %s is kept in the form, with a message', async (_what, text) => {
    expect(await ask(text)).toEqual({ typed: { question: text }, fieldErrors: { question: 'texto_no_valido' } });
    expect(shop.calls).toEqual([]);
  });
});

describe('an answer', () => {
  it('keeps its lines, is shown at once, and is mailed to the asker', async () => {
    expect(await answer(' Sí.\r\nDesde 1.20. ')).toMatchObject({ done: true });
    expect(shop.calls).toEqual([['responder_pregunta', { p_pregunta: questionId, p_texto: 'Sí.\nDesde 1.20.' }]]);
    expect(shop.stale).toEqual({ ...onProduct, paths: ['/dashboard/questions'] });
    expect(shop.after).toEqual(['mails']);
  });

  it('without a text is refused, because the earlier one and its thanks would be lost', async () => {
    for (const reply of ['', ' \r\n ']) {
      expect(await answer(reply)).toMatchObject({ fieldErrors: { reply: 'texto_no_valido' } });
    }
    expect(shop.calls).toEqual([]);
  });

  it('is withdrawn by an act of its own', async () => {
    expect(await withdraw()).toMatchObject({ done: true });
    expect(shop.calls).toEqual([['responder_pregunta', { p_pregunta: questionId, p_texto: '' }]]);
    expect(shop.stale).toEqual({ ...onProduct, paths: ['/dashboard/questions'] });
  });

  it('may have 2000 characters, a line break being one', async () => {
    expect(await answer('a'.repeat(2_000))).toMatchObject({ done: true });
    // A browser sends a line break as two characters.
    expect(await answer('Sí.\r\n'.repeat(499) + 'a'.repeat(4))).toMatchObject({ done: true });
    expect(shop.calls.map(([, { p_texto }]) => String(p_texto).length)).toEqual([2_000, 2_000]);
  });

  it('that is too long is kept in the form, with a message', async () => {
    const reply = 'a'.repeat(2_001);
    const refused = { typed: { questionId, reply }, fieldErrors: { reply: 'texto_no_valido' } };
    expect(await answer(reply)).toEqual(refused);
    expect(shop.calls).toEqual([]);
  });
});

it('a question is set aside and brought back', async () => {
  expect(await setAside('si')).toMatchObject({ done: true });
  expect(await setAside('no')).toMatchObject({ done: true });
  expect(shop.calls).toEqual([
    ['descartar_pregunta', { p_pregunta: questionId, p_descartada: true }],
    ['descartar_pregunta', { p_pregunta: questionId, p_descartada: false }],
  ]);
  expect(shop.stale.paths).toContain('/dashboard/questions');
  expect(shop.stale.now).toContain('questions:torre');
  expect(await setAside('quizá')).toMatchObject({ fieldErrors: { aside: expect.any(String) } });
  expect(shop.calls).toHaveLength(2);
});

it('a deleted question disappears from the page of the product and from the list of its asker', async () => {
  expect(await remove()).toMatchObject({ done: true });
  expect(shop.calls).toEqual([['borrar_pregunta', { p_pregunta: questionId }]]);
  expect(shop.stale).toEqual({ ...onProduct, paths: ['/profile/questions'] });
});

it('thanks for an answer are counted, and taken back', async () => {
  expect(await thank()).toEqual({ ok: true, value: { slug: 'torre', gracias: true, utiles: 3 } });
  await thank(false);
  expect(shop.calls).toEqual([
    ['agradecer_respuesta', { p_pregunta: questionId, p_gracias: true }],
    ['agradecer_respuesta', { p_pregunta: questionId, p_gracias: false }],
  ]);
  expect(shop.stale).toEqual({ now: [], soon: ['questions:torre', 'questions:torre'], paths: [] });
});

const writes = {
  preguntar: () => ask(question),
  responder_pregunta: () => answer('Sí.'),
  descartar_pregunta: () => setAside('si'),
  borrar_pregunta: remove,
  agradecer_respuesta: () => thank(),
};
type Write = keyof typeof writes;

it.each<[Write, code: string]>([
  ['preguntar', 'correo_sin_confirmar'],
  ['preguntar', 'texto_no_valido'],
  ['preguntar', 'no_existe'],
  ['preguntar', 'es_suyo'],
  ['preguntar', 'ya_esperan'],
  ['responder_pregunta', 'no_existe'],
  ['responder_pregunta', 'texto_no_valido'],
  ['responder_pregunta', 'retirada'],
  ['responder_pregunta', 'ya_respondida'],
  ['descartar_pregunta', 'no_existe'],
  ['borrar_pregunta', 'no_existe'],
  ['agradecer_respuesta', 'no_existe'],
  ['agradecer_respuesta', 'es_suyo'],
])('%s that is refused with %s says so, and changes no page', async (name, code) => {
  shop.answers[name] = refusal(code);
  expect(await writes[name]()).toMatchObject({ error: code });
  expect([shop.stale, shop.after]).toEqual([{ now: [], soon: [], paths: [] }, []]);
});

it('typed text is kept if the database refuses it or is unavailable', async () => {
  shop.answers.preguntar = refusal('ya_esperan');
  expect(await ask(question)).toMatchObject({ typed: { question } });
  shop.answers.responder_pregunta = away;
  expect(await answer('Sí.')).toMatchObject({ error: 'unavailable', typed: { questionId, reply: 'Sí.' } });
});

it.each(Object.keys(writes) as Write[])('%s needs a sign-in', async (name) => {
  shop.me = null;
  expect(await writes[name]()).toMatchObject({ error: 'notSignedIn' });
  expect(shop.calls).toEqual([]);
});
