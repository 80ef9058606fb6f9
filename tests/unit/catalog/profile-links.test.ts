import { describe, expect, test } from 'vitest';
import { profileLinksSchema } from '@/lib/account/settings/schema';
import { readProfileLink, toProfileLink } from '@/lib/catalog/profile-links';

describe('a link of a profile', () => {
  test.each([
    ['https://discord.gg/AbC', 'https://discord.gg/AbC'],
    ['  discord.gg/AbC  ', 'https://discord.gg/AbC'],
    ['HTTPS://WWW.YouTube.com/@ana', 'https://www.youtube.com/@ana'],
    ['https://ejemplo.es', 'https://ejemplo.es/'],
    ['https://ejemplo.es:443/x', 'https://ejemplo.es/x'],
    ['https://ñandú.es/a b'.replace(' ', '%20'), 'https://xn--and-6ma2c.es/a%20b'],
    // A Cyrillic letter that looks like a Latin one is seen in the host.
    ['https://gіthub.com/ana', 'https://xn--gthub-n2e.com/ana'],
    ['https://ejemplo.es/<b>"', 'https://ejemplo.es/%3Cb%3E%22'],
    ['https://ejemplo.es/ñ', 'https://ejemplo.es/%C3%B1'],
  ])('%s is read as %s', (typed, href) => {
    expect(readProfileLink(typed)).toEqual({ ok: true, value: href });
  });

  test.each([
    ['hola', 'linkPrivate'],
    ['dos palabras.es', 'linkInvalid'],
    ['https://', 'linkInvalid'],
    ['http://ejemplo.es', 'linkHttps'],
    ['javascript:alert(1)', 'linkHttps'],
    ['data:text/html,x', 'linkHttps'],
    ['mailto:a@ejemplo.es', 'linkHttps'],
    ['https://ana:clave@ejemplo.es', 'linkLogin'],
    ['https://discord.gg@ejemplo.es/', 'linkLogin'],
    ['ana@ejemplo.es', 'linkLogin'],
    ['https://ejemplo.es:8443/', 'linkPrivate'],
    ['ejemplo.es:8443', 'linkPrivate'],
    ['https://localhost/', 'linkPrivate'],
    ['https://127.0.0.1/', 'linkPrivate'],
    ['https://0x7f.1/', 'linkPrivate'],
    ['https://2130706433/', 'linkPrivate'],
    ['https://[::1]/', 'linkPrivate'],
    ['https://router.lan/', 'linkPrivate'],
    ['https://caja.local/', 'linkPrivate'],
    ['https://metadata.google.internal/', 'linkPrivate'],
    ['https://mi_web.es/', 'linkInvalid'],
    ['https://ejemplo.es./', 'linkInvalid'],
    [`https://ejemplo.es/${'a'.repeat(200)}`, 'linkLong'],
  ])('%s is refused with %s', (typed, error) => {
    expect(readProfileLink(typed)).toEqual({ ok: false, error });
  });

  test.each([
    ['https://discord.com/invite/x', 'discord', 'discord.com'],
    ['https://www.youtube.com/@ana', 'youtube', 'youtube.com'],
    ['https://youtu.be/x', 'youtube', 'youtu.be'],
    ['https://twitter.com/ana', 'x', 'twitter.com'],
    ['https://modrinth.com/user/ana', 'modrinth', 'modrinth.com'],
    ['https://notyoutube.com/', 'website', 'notyoutube.com'],
    ['https://github.com.ejemplo.es/', 'website', 'github.com.ejemplo.es'],
  ] as const)('%s is a link of %s', (href, kind, host) => {
    expect(toProfileLink(href)).toEqual({ kind, href, host });
  });
});

test('the form ignores empty fields and reports the invalid ones', () => {
  expect(profileLinksSchema.parse({ link0: '', link1: 'github.com/ana', link3: 'ejemplo.es' })).toEqual([
    'https://github.com/ana',
    'https://ejemplo.es/',
  ]);
  const wrong = profileLinksSchema.safeParse({ link0: 'a.es', link2: 'https://A.es/' });
  expect(wrong.error?.issues.map(({ path, message }) => [path, message])).toEqual([[['link2'], 'linkTwice']]);
});
