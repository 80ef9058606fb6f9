import { expect, it } from 'vitest';
import { isOutage } from '@/lib/core/unavailable';

it.each([0, 408, 429, 502, 503, 504, 520, 521, 530, 544])('the status %i of a service is an outage', (status) =>
  expect(isOutage(status)).toBe(true),
);

it.each([200, 400, 401, 403, 404, 407, 409, 422, 428, 430, 500, 501, 505, 519])(
  'the status %i of a service is an answer',
  (status) => expect(isOutage(status)).toBe(false),
);
