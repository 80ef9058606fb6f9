import { describe, expect, test } from 'vitest';
import { reputations } from '@/lib/account/constants';
import { usernamePattern } from '@/lib/account/names/username';
import { categories } from '@/lib/catalog/categories';
import { slugPattern } from '@/lib/catalog/slug';
import { productStatuses } from '@/lib/catalog/types';
import { chargeStates, clubPlans, membershipStates } from '@/lib/club';
import { locales } from '@/lib/core/i18n/locales';
import { movementConcepts, withdrawalStates } from '@/lib/creators/types';
import { roles } from '@/lib/gates/person';
import { measureKinds, reportKinds, reportReasons, reportStates } from '@/lib/moderation/reports/types';
import { notificationRow } from '@/lib/notifications/rows';
import { coinConcepts } from '@/lib/orders/coin-movements';
import { orderOrigins } from '@/lib/orders/types';
import { evidenceKinds } from '@/lib/payments/evidence-files';
import { methods, pageProviders, providers } from '@/lib/payments/methods';
import { answerStates, disputePhases, paymentStates, refundStates } from '@/lib/payments/states';
import { revisionStates } from '@/lib/publish/types';
import { openDatabase } from './harness.ts';

const { sql } = await openDatabase();

/** The rules of one column, as the database writes them. */
async function rulesOf(table: string, column: string): Promise<string> {
  const rules = await sql<{ rule: string }[]>`
    select pg_get_constraintdef(c.oid) as rule
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
    where c.conrelid = ${`public.${table}`}::regclass and c.contype = 'c' and a.attname = ${column}`;
  return rules.map(({ rule }) => rule).join('\n');
}

/** The words that a column takes. */
const wordsOf = async (table: string, column: string) =>
  [...(await rulesOf(table, column)).matchAll(/'([a-z_]+)'::text/g)].map(([, word]) => word).sort();

describe('the code and the database define the same values', () => {
  test.each<[table: string, column: string, words: readonly string[]]>([
    ['pagos', 'metodo', methods],
    ['pagos', 'proveedor', providers],
    ['pagos', 'estado', paymentStates],
    ['reembolsos', 'estado', refundStates],
    ['reembolsos', 'proveedor', providers],
    ['disputas', 'proveedor', providers],
    ['disputas', 'fase', disputePhases],
    ['respuestas_disputa', 'estado', answerStates],
    ['archivos_disputa', 'clase', evidenceKinds],
    ['eventos_proveedor', 'proveedor', pageProviders],
    ['adquisiciones', 'origen', orderOrigins],
    ['withdrawals', 'estado', withdrawalStates],
    ['movimientos_ingresos', 'concepto', movementConcepts],
    ['movimientos_uncoins', 'concepto', coinConcepts],
    ['suscripciones', 'plan', clubPlans],
    ['suscripciones', 'estado', membershipStates],
    ['cargos_club', 'plan', clubPlans],
    ['cargos_club', 'estado', chargeStates],
    ['productos', 'status', productStatuses],
    ['revisiones_producto', 'estado', revisionStates],
    ['usuarios_meta', 'role', roles],
    ['usuarios_meta', 'reputacion', reputations],
    ['usuarios_meta', 'idioma', locales],
    ['notificaciones', 'tipo', notificationRow.options.map(({ shape }) => shape.tipo.value)],
    ['reportes', 'objeto_tipo', reportKinds],
    ['medidas', 'tipo', measureKinds],
    ['reportes', 'motivo', reportReasons],
    ['reportes', 'estado', reportStates],
  ])('%s.%s', async (table, column, words) => {
    expect(await wordsOf(table, column)).toEqual([...words].sort());
  });

  test('the same categories, for products and coupons', async () => {
    expect(await sql`select privado.categorias() as names`).toEqual([{ names: categories }]);
    expect(await rulesOf('productos', 'category')).toContain('privado.categorias()');
    expect(await rulesOf('codigos_cupones', 'categoria')).toContain('privado.categorias()');
  });

  test.each([
    ['usuarios_meta', 'username', usernamePattern],
    ['productos', 'slug', slugPattern],
  ])('the same format of %s.%s', async (table, column, pattern) => {
    const [, shape] = /~ '([^']+)'::text/.exec(await rulesOf(table, column)) ?? [];
    expect(shape?.replaceAll('(?:', '(')).toBe(pattern.source.replaceAll('(?:', '('));
  });
});
