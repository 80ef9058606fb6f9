import { describe, expect, test } from 'vitest';
import { retryAfter } from '@/lib/hooks/retry-after';

const now = Date.parse('2026-11-27T10:00:00Z');

describe.each([429, 503])('a response with status %i', (status) => {
  test.each([
    ['120', 120],
    [' 7 ', 7],
    ['0', 0],
    ['99999999999999999999', 259_200],
    ['Fri, 27 Nov 2026 10:05:00 GMT', 300],
    ['Fri, 27 Nov 2026 09:00:00 GMT', 0],
    ['Fri, 27 Nov 2099 09:00:00 GMT', 259_200],
  ])('and Retry-After %j requests a delay of %i seconds', (header, seconds) =>
    expect(retryAfter(status, header, now)).toBe(seconds),
  );

  test.each([undefined, '', '-5', '1.5', 'soon', 'tomorrow GMT', '2026-11-27T10:05:00Z', '12; 13'])(
    'and Retry-After %j requests no delay',
    (header) => expect(retryAfter(status, header, now)).toBeNull(),
  );
});

test.each([200, 301, 400, 410, 500, 502])('a response with status %i requests no delay', (status) =>
  expect(retryAfter(status, '120', now)).toBeNull(),
);
