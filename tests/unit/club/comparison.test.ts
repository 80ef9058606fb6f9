import { expect, test } from 'vitest';
import messages from '@/messages/es.json';

/** The rule behind each row of the comparison. */
const rules = {
  publish: 'crear_producto asks for no membership',
  buyExclusive: 'motivo_no_articulo refuses others: requiere_club',
  discount: 'precio_de_compra deducts club_descuento_porcentaje',
  exclusive: 'reclamar_con_club',
  noAds: 'showClub hides the advertisement from members',
  badge: 'the account menu shows it',
  coins: 'conceder_uncoins_club',
  logo: 'showClub changes the logo of the header',
};

test('the comparison of the Club lists only what a rule of the shop gives', () => {
  expect(Object.keys(messages.club.comparison.rows)).toEqual(Object.keys(rules));
});
