import { describe, expect, it } from 'vitest';
import { visitSource } from '@/lib/catalog/visit-source';

const site = 'https://tienda.example';
const source = (from: string, landing = `${site}/p/fragua`) => visitSource({ slug: 'fragua', from, landing }, site);

describe('the source of a view', () => {
  it.each([
    ['https://www.google.es/search?q=ana+perez', 'google'],
    ['https://m.youtube.com/watch?v=1', 'youtube'],
    ['https://t.co/abc', 'x'],
    ['https://www.spigotmc.org/resources/1', 'spigotmc.org'],
    ['https://notgoogle.com.evil.example/', 'notgoogle.com.evil.example'],
    [`${site}/trends`, 'tienda'],
    ['', null],
    ['about:blank', null],
    ['http://192.168.1.20/admin', null],
    ['http://[::1]/', null],
    [`https://${'a'.repeat(60)}.${'b'.repeat(20)}.com/`, null],
    ['no es una dirección', null],
  ])('%s is stored as %s only', (from, expected) => expect(source(from)).toBe(expected));

  it('is the campaign of the entry link', () => {
    expect(source('https://www.google.es/', `${site}/p/fragua?utm_source=Boletin-Mayo`)).toBe('boletin-mayo');
    expect(source('https://www.google.es/', `${site}/p/fragua?utm_source=${encodeURIComponent('<script>')}`)).toBe(
      'google',
    );
    expect(source('', `${site}/p/fragua?utm_source=tienda`)).toBe(null);
  });

  it('is the shop for internal navigation', () => {
    expect(source('https://www.google.es/', `${site}/trends?utm_source=boletin`)).toBe('tienda');
  });

  it('is unknown without a referrer', () => {
    expect(visitSource({ slug: 'fragua' }, site)).toBe(null);
  });
});
