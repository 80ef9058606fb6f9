import { expect, it } from 'vitest';
import { z } from 'zod';
import { parseInput } from '@/lib/core/action/form';

const schema = z.object({ text: z.string(), list: z.array(z.object({ name: z.string() })).optional() });

it('a NUL or half of a character is refused in a form, and anywhere in a body', () => {
  const form = new FormData();
  form.set('text', 'a\0b');
  for (const input of [form, { text: '\0' }, { text: '🏰'.slice(0, 1) }, { text: 'a', list: [{ name: 'b\0' }] }]) {
    expect(parseInput(schema, input)).toEqual({ ok: false, error: 'invalid', fieldErrors: {} });
  }
});

it('input without them is accepted', () => {
  expect(parseInput(schema, { text: 'a🏰', list: [{ name: 'b' }] })).toMatchObject({ ok: true });
  expect(parseInput(schema, null)).toMatchObject({ ok: false });
});
