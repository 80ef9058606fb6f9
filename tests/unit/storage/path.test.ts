import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBlur } from '@/lib/core/blur';
import { parseDownloadLink } from '@/lib/storage/download-link';
import { fileName, formatStoragePath, parseStoragePath } from '@/lib/storage/path';
import { isPicture, parsePictureUrl } from '@/lib/storage/picture-url';

const me = '2b0f9d52-4a52-4c4e-9a59-0d8f2a3f6c11';
const pieces = fc.constantFrom(
  'descargas',
  'portadas',
  'avatars',
  me,
  'a.zip',
  'x',
  '.',
  '..',
  '/',
  '//',
  '%2e',
  '%2F',
  '%',
  '\\',
  '?',
  '#',
  '\0',
  '\n',
  '\t',
  ' ',
  'é',
  '．',
  '‮',
  '@',
  ':',
);
const hostile = fc.oneof(
  fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join('')),
  fc.array(pieces, { maxLength: 10 }).map((parts) => `descargas/${parts.join('/')}`),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

describe('parseStoragePath', () => {
  it('accepts only paths that URL resolution does not change', () =>
    fc.assert(
      fc.property(hostile, (text) => {
        const path = parseStoragePath(text);
        if (!path) return;
        expect(formatStoragePath(path)).toBe(text);
        const api = 'https://project.example/storage/v1/object/sign/';
        const url = new URL(`${api}${text}`);
        expect(url.href).toBe(`${api}${text}`);
        expect([url.search, url.hash]).toEqual(['', '']);
        expect(decodeURIComponent(url.pathname)).toBe(url.pathname);
      }),
      { numRuns: 5_000 },
    ));

  it.each([
    `descargas/${me}/../../../../bucket/descargas/empty`,
    `descargas/${me}/%2e%2e/x`,
    `descargas/${me}//x`,
    `descargas/${me}/.hidden`,
    `descargas/${me}/a\\b`,
    `descargas/${me}/a\n`,
    `descargas/${me}/`,
    'descargas',
    'descargas/',
    'bucket/descargas/empty',
    '/descargas/a.zip',
    `descargas/${'a/'.repeat(7)}b`,
    `descargas/${'a'.repeat(200)}`,
  ])('refuses %j', (text) => expect(parseStoragePath(text)).toBeNull());

  it('parses bucket, name and file', () => {
    const path = parseStoragePath(`descargas/${me}/b7/torre..v1.zip`);
    if (!path) throw new Error('not parsed');
    expect([path.bucket, path.name, fileName(path)]).toEqual(['descargas', `${me}/b7/torre..v1.zip`, 'torre..v1.zip']);
  });
});

describe('parseDownloadLink', () => {
  const own = ['https://unstore.example', 'https://project.supabase.co'];
  it('accepts a file of the private bucket and an https address', () => {
    expect(parseDownloadLink(`descargas/${me}/a.zip`)).toMatchObject({ kind: 'file' });
    expect(parseDownloadLink('https://ejemplo.test/a%20b.zip?x=1#y', own)).toEqual({
      kind: 'web',
      href: 'https://ejemplo.test/a%20b.zip?x=1#y',
    });
    expect(parseDownloadLink('https://ejemplo.test/a b.zip')).toMatchObject({ href: 'https://ejemplo.test/a%20b.zip' });
  });
  it.each([
    '',
    `portadas/${me}/a.webp`,
    'http://ejemplo.test/a.zip',
    'https://user@ejemplo.test/',
    'https://:secret@ejemplo.test/',
    'https://UNSTORE.example:444/auth/confirm',
    'https://unstore.example./',
    'https://project.supabase.co/storage/v1/object/sign/x',
    'https://localhost/x',
    'https://',
    'javascript:alert(1)',
    'data:text/html,x',
    '//ejemplo.test/x',
    `https://ejemplo.test/${'a'.repeat(600)}`,
  ])('refuses %j', (text) => expect(parseDownloadLink(text, own)).toBeNull());
});

describe('isPicture', () => {
  it.each([`/media/portadas/${me}/a.webp`, '/media/avatars/creadores/x/avatar.webp', '/default-avatar.webp'])(
    'accepts %j',
    (url) => expect(isPicture(url)).toBe(true),
  );
  it.each([
    '/media/descargas/x/a.webp',
    '/media/portadas/../descargas/a.webp',
    '/media/portadas/a.svg',
    '/media/portadas/a.webp?x',
    '/api/me',
    '//evil.example/a.webp',
    'https://evil.example/a.webp',
    '/x/../a.webp',
  ])('refuses %j', (url) => {
    expect(isPicture(url)).toBe(false);
    expect(parsePictureUrl(url)).toBeNull();
  });
});

describe('isBlur', () => {
  it('accepts no text that can leave its position in a style', () => {
    expect(isBlur('data:image/webp;base64,UklGRhIAAABXRUJQ')).toBe(true);
    fc.assert(
      fc.property(fc.oneof(fc.string(), hostile), (text) => {
        const blur = `data:image/webp;base64,UklGR${text}`;
        if (isBlur(blur)) expect(blur).toMatch(/^[\w:;,/+=]+$/);
      }),
    );
    for (const blur of [
      'data:image/png;base64,UklGRg==',
      'data:image/webp;base64,UklGRg==);position:fixed;inset:0',
      'data:image/webp;base64,UklGRg==\n',
      `data:image/webp;base64,UklGR${'A'.repeat(2_000)}`,
    ]) {
      expect(isBlur(blur)).toBe(false);
    }
  });
});
