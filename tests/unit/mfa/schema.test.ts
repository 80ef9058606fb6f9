import { describe, expect, it } from 'vitest';
import { codeSchema } from '@/lib/account/two-factor/schema';

describe('the code of an app', () => {
  it.each(['123456', ' 123 456 ', '123-456'])('is parsed from «%s»', (typed) =>
    expect(codeSchema.parse(typed)).toBe('123456'),
  );
  it.each(['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦'])('rejects «%s»', (typed) =>
    expect(codeSchema.safeParse(typed).success).toBe(false),
  );
});
