import { expect, it } from 'vitest';
import { wakeAddress } from '@/lib/servers/wake-address';

it.each([
  ['http://mc.example.com:25588', 'http://mc.example.com:25588/'],
  ['mc.example.com:25588', 'http://mc.example.com:25588/'],
  ['HTTPS://Mc.Example.com/', 'https://mc.example.com/'],
  ['http://203.0.113.7:25565/', 'http://203.0.113.7:25565/'],
  ['http://[2001:db8::1]:25588', 'http://[2001:db8::1]:25588/'],
  ['http://ñandú.example:25588', 'http://xn--and-6ma2c.example:25588/'],
])('the wake-up address %s is read as %s', (typed, address) => expect(wakeAddress(typed)).toBe(address));

it.each([
  'http://',
  'ftp://mc.example.com',
  'http://ana:x@mc.example.com',
  'http://mc.example.com/x',
  'http://a b',
  'http://mc.example.com:99999',
  'http://mc.example.com/?x',
  'javascript:alert(1)',
])('the wake-up address %s is refused', (typed) => expect(wakeAddress(typed)).toBeNull());
