import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eachOnce } from '@/lib/core/action/each-once';
import { editInput, editOf, toConflict } from '@/lib/core/action/edit';

const euros = z
  .string()
  .regex(/^\d+$/, 'euros')
  .transform((text) => Number(text) * 100);
const fields = {
  name: { column: 'nombre', schema: z.string().min(1, 'empty') },
  price: { column: 'precio', schema: euros },
  isOpen: { column: 'abierto', schema: z.boolean() },
};
const read = (base: Record<string, string | boolean>, changes: Record<string, string | boolean>) =>
  editInput(fields).safeParse({ base, changes });
const problems = (found: ReturnType<typeof read>) =>
  found.error?.issues.map(({ path, message }) => [path.join('.'), message]);

describe('an edit', () => {
  it('has only the fields that differ from what the form was loaded with', () => {
    const base = { name: 'a', price: '1', isOpen: false };
    expect(editOf(base, { name: 'a', price: '2', isOpen: true, other: 'x' })).toEqual({
      base: { price: '1', isOpen: false },
      changes: { price: '2', isOpen: true },
    });
    expect(editOf(base, base)).toEqual({ base: {}, changes: {} });
  });

  it('is read as columns and values of the database', () => {
    expect(read({ price: '1', name: 'a' }, { price: '2' }).data).toEqual({
      base: { precio: 100 },
      changes: { precio: 200 },
    });
  });

  it('accepts what the form was loaded with, even if it could not be saved today', () => {
    expect(read({ price: 'free' }, { price: '2' }).data).toEqual({
      base: { precio: 'free' },
      changes: { precio: 200 },
    });
  });

  it('is refused at its fields, all at once', () => {
    expect(problems(read({ name: 'a', price: '1' }, { name: '', price: 'x' }))).toEqual([
      ['name', 'empty'],
      ['price', 'euros'],
    ]);
    expect(problems(read({}, { name: 'b' }))).toEqual([['name', 'name']]);
    expect(problems(read({ id: '1' }, { id: '2' }))).toEqual([['id', 'id']]);
    expect(problems(read({ toString: 'a' }, { toString: 'b' }))).toEqual([['toString', 'toString']]);
  });

  it('may have further fields of its object', () => {
    const fieldOf = (name: string) => (name.startsWith('price:') ? { column: name, schema: euros } : undefined);
    const schema = editInput(fields, fieldOf);
    expect(schema.parse({ base: { 'price:e1': '1' }, changes: { 'price:e1': '3' } })).toEqual({
      base: { 'price:e1': 100 },
      changes: { 'price:e1': 300 },
    });
    expect(schema.safeParse({ base: { x: '1' }, changes: { x: '3' } }).success).toBe(false);
  });

  it('in conflict names what somebody else has saved, by field', () => {
    expect(toConflict(fields, { precio: 300, abierto: '', other: 1 })).toEqual({
      ok: false,
      error: 'conflicto',
      details: { price: '300', isOpen: '' },
    });
    expect(toConflict(fields)).toEqual({ ok: false, error: 'conflicto', details: {} });
  });
});

it('a value repeated in a later field is refused there; several fields may be empty', () => {
  const link = z.string().nullable();
  const form = z.object({ one: link, two: link, three: link }).superRefine(eachOnce(['one', 'two', 'three'], 'twice'));
  const refused = (one: string | null, two: string | null, three: string | null) =>
    form.safeParse({ one, two, three }).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  expect(refused('a', 'b', 'c')).toBeUndefined();
  expect(refused('a', 'b', 'a')).toEqual(['three twice']);
  expect(refused('a', 'a', 'a')).toEqual(['two twice', 'three twice']);
  expect(refused('', 'a', '')).toBeUndefined();
  expect(refused(null, null, 'a')).toBeUndefined();
});
