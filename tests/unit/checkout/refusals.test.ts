import { expect, test } from 'vitest';
import { asRefusal, refusals } from '@/lib/checkout/refusals';
import en from '@/messages/en.json';
import es from '@/messages/es.json';

test('every refusal has a message in both languages, and every message a refusal', () => {
  const codes = Object.keys(refusals).sort();
  expect(Object.keys(es.refusals).sort()).toEqual(codes);
  expect(Object.keys(en.refusals).sort()).toEqual(codes);
});

test('the messages quoted in the specification match literally', () => {
  expect(es.refusals).toMatchObject({
    pendiente: 'El producto está en revisión. No se puede comprar.',
    rechazado: 'El producto se ha deshabilitado. No se puede comprar.',
    requiere_club: 'Requiere Club',
    solo_tarjeta: 'Solo puedes pagar con tarjeta para recargar UnCoins.',
    regalo_a_si_mismo: 'No puedes regalarte a ti mismo.',
    cupon_no_valido: 'Cupón no válido o no encontrado.',
    gratis_fallido: 'Error procesando la adquisición gratuita.',
    fallo: 'Error al procesar el pago del producto.',
  });
  expect(es.cart).toMatchObject({
    emptyTitle: 'Tu carrito está vacío.',
    removed: 'Producto eliminado del carrito.',
    saved: 'Añadido a favoritos.',
    alreadySaved: 'Ya está en tus favoritos.',
    saveError: 'Error al guardar en favoritos.',
    cannotSave: 'No se puede guardar en favoritos.',
    coupon: {
      toast: 'Cupón aplicado! Tu nuevo precio es {amount}',
      empty: 'Por favor, introduce un código de cupón.',
      invalid: 'Cupón no válido o no encontrado.',
    },
  });
  expect(es.success).toMatchObject({
    errorTitle: 'Ups... algo ha fallado',
    errorText: 'No pudimos verificar tu pago. Si el cargo se realizó, contáctanos.',
  });
  expect(es.orders).toMatchObject({
    deletedProduct: 'Producto eliminado',
    deletedEdition: 'Edición eliminada',
    base: 'Base',
  });
});

test('an unknown reason is shown as a failure', () => {
  expect(asRefusal('sin_stock')).toBe('sin_stock');
  expect(asRefusal('toString')).toBe('fallo');
  expect(asRefusal('algo_nuevo')).toBe('fallo');
});
