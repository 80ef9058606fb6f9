import { expect, it } from 'vitest';
import { savedName } from '@/lib/storage/saved-name';

it.each([
  ['地图.zip', '地图.zip'],
  ['Construcción ñandú.zip'.normalize('NFD'), 'Construcción ñandú.zip'.normalize('NFC')],
  ['👩‍🚀 mods.zip', '👩‍🚀 mods.zip'],
  ['../../etc/passwd.zip', '..-..-etc-passwd.zip'],
  ['a\r\nb: c\u0000.zip', 'ab: c.zip'],
  ['mapa\u202Epiz.jar', 'mapapiz.jar'],
  [' a\ud83d.zip ', 'a\ufffd.zip'],
])('the file name %j is saved as %j', (name, saved) => expect(savedName(name)).toBe(saved));
