import { describe, expect, test } from 'vitest';
import { paymentKey } from '@/lib/checkout/create-payment';
import { checkoutSessionBody, couponInput } from '@/lib/checkout/schema';
import { parseInput } from '@/lib/core/action/form';

const intento = '6c1c5b0e-5c3f-4a9b-9b3c-2b1a0f9e8d7c';
const body = { producto: 'fragua-arcana', minecraftName: 'lucia_mc', intento };

function parse(change: object) {
  const parsed = parseInput(checkoutSessionBody, { ...body, ...change });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.fieldErrors));
  return parsed.value;
}

describe('the body of create-checkout-session', () => {
  test('accepts the specified names, and ignores identity and amount', () => {
    const input = parse({
      edicion: null,
      bundle: null,
      metodoPago: 'tarjeta',
      userId: 'someone-else',
      precioPagado: 0.01,
    });
    expect(input).toEqual({
      producto: 'fragua-arcana',
      edicion: null,
      bundle: null,
      cupon: null,
      destinatario: null,
      minecraftName: 'lucia_mc',
      mensaje: null,
      procedencia: null,
      total: null,
      fechaEntrega: null,
      correoRegalo: null,
      consentimiento: null,
      intento,
      metodoPago: 'tarjeta',
    });
  });

  test('accepts the message and day of a gift, which needs no name', () => {
    const gift = { destinatario: 'martin', mensaje: 'Hola', fechaEntrega: '2027-01-06' };
    expect(parse({ ...gift, minecraftName: undefined })).toMatchObject({ ...gift, minecraftName: null });
  });

  test('gets a generated attempt id if it has none', () => {
    expect(parse({ intento: undefined }).intento).not.toBe(parse({ intento: undefined }).intento);
  });

  test.each([
    ['nothing', null],
    ['a consent that is not a version', { ...body, consentimiento: 'Sí, claro' }],
    ['a short name', { ...body, minecraftName: 'no' }],
    ['a long name', { ...body, minecraftName: 'diecisiete_letras' }],
    ['a product and a bundle', { ...body, bundle: intento }],
    ['an invalid day', { ...body, destinatario: 'martin', fechaEntrega: '2026-02-30' }],
    ['neither a product nor a bundle', { ...body, producto: null }],
    ['an edition that is not an id', { ...body, edicion: 'deluxe' }],
    ['another method', { ...body, metodoPago: 'uncoins' }],
  ])('with %s is refused', (_title, input) => {
    expect(parseInput(checkoutSessionBody, input).ok).toBe(false);
  });
});

test('the coupon field distinguishes an empty code from an invalid one', () => {
  const errors = (codigo: string) => {
    const parsed = parseInput(couponInput, { producto: 'fragua-arcana', edicion: null, codigo });
    return parsed.ok ? undefined : parsed.fieldErrors?.codigo;
  };
  expect([errors('   '), errors('a b'), errors(' FORJA20 ')]).toEqual(['empty', 'invalid', undefined]);
});

test('a payment’s key is stable for the same purchase and changes with any part of it', () => {
  const key = paymentKey(parse({}), 'tarjeta');
  expect(paymentKey(parse({}), 'tarjeta')).toBe(key);
  const others = [
    paymentKey(parse({ minecraftName: 'lucia_dos' }), 'tarjeta'),
    paymentKey(parse({ edicion: intento }), 'tarjeta'),
    paymentKey(parse({ cupon: 'FORJA20' }), 'tarjeta'),
    paymentKey(parse({ producto: 'domador' }), 'tarjeta'),
    paymentKey(parse({}), 'gratis'),
    paymentKey(parse({ intento: crypto.randomUUID() }), 'tarjeta'),
  ];
  expect(new Set([key, ...others]).size).toBe(7);
});

test('a gift with another message or day is another payment, but not with another name', () => {
  const gift = parse({ destinatario: 'martin', mensaje: 'Hola' });
  const keys = [gift, { ...gift, mensaje: 'Adiós' }, { ...gift, fechaEntrega: '2027-01-06' }].map((input) =>
    paymentKey(input, 'tarjeta'),
  );
  expect(new Set(keys).size).toBe(3);
  expect(paymentKey({ ...gift, minecraftName: null }, 'tarjeta')).toBe(keys[0]);
});
