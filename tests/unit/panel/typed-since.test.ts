import { expect, test } from 'vitest';
import { typedSince } from '@/components/ui/typed-since';

test('submitted input is cleared, and later input is kept', () => {
  const blank = { code: '', uses: '1' };
  expect(typedSince({ code: 'UNO', uses: '5' }, { code: 'UNO', uses: '5' }, blank)).toEqual(blank);
  expect(typedSince({ code: 'DOS', uses: '5' }, { code: 'UNO', uses: '5' }, blank)).toEqual({ code: 'DOS', uses: '1' });
});
