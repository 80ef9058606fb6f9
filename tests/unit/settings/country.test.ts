import { expect, test } from 'vitest';
import { countryOf } from '@/lib/account/sign-in/country';

test.each([
  ['80.58.61.250', 'ES'],
  ['2a02:9000::1', 'ES'],
  ['200.160.2.3', 'BR'],
  ['8.8.8.8', 'US'],
  ['::ffff:80.58.61.250', 'ES'],
  ['127.0.0.1', ''],
  ['::1', ''],
  ['10.0.0.7', ''],
  ['garbage', ''],
  ['', ''],
  [null, ''],
])('the address %s is of the country "%s"', async (address, country) => {
  expect(await countryOf(address)).toBe(country);
});
