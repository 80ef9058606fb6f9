import { expect, it } from 'vitest';
import { shortAddress } from '@/lib/account/sign-in/device';

it.each([
  ['81.44.12.7', '81.44.…'],
  ['::ffff:81.44.12.7', '81.44.…'],
  ['2001:db8:12:34::1', '2001:db8:12:…'],
  ['::1', '0:0:0:…'],
  ['unknown', ''],
  [null, ''],
])('the address %s is shown as %s', (address, shown) => expect(shortAddress(address)).toBe(shown));
