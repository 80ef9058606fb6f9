// @vitest-environment jsdom
import { globSync, readFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { readStored, readStoredJson, store, storedKeys, storeJson } from '@/components/ui/browser-storage';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

it('a text is stored in its area until it is removed', () => {
  store('a', '[1]', 'session');
  expect([readStored('a', 'session'), readStored('a')]).toEqual(['[1]', null]);
  expect(readStoredJson('a', 'session')).toEqual([1]);
  store('a', null, 'session');
  expect(readStored('a', 'session')).toBeNull();
});

it('stored keys are listed by prefix', () => {
  for (const key of ['upload-a', 'upload-b', 'cart']) store(key, '1');
  expect(storedKeys('upload-').sort()).toEqual(['upload-a', 'upload-b']);
});

it('a value is stored as JSON in its area until it is removed', () => {
  storeJson('a', { b: [1] }, 'session');
  storeJson('a', []);
  expect([readStored('a', 'session'), readStored('a')]).toEqual(['{"b":[1]}', '[]']);
  storeJson('a', null, 'session');
  expect([readStored('a', 'session'), readStored('a')]).toEqual([null, '[]']);
});

it('invalid stored JSON is read as null', () => {
  store('a', '{');
  expect(readStoredJson('a')).toBeNull();
});

it('blocked browser storage is read as empty, without an error', () => {
  vi.stubGlobal('localStorage', {
    get getItem() {
      throw new DOMException('refused', 'SecurityError');
    },
  });
  store('a', '1');
  expect([readStored('a'), readStoredJson('a')]).toEqual([null, null]);
  vi.stubGlobal('localStorage', undefined);
  expect(storedKeys('')).toEqual([]);
});

it('browser storage is only accessed through this module', () => {
  const asking = globSync('{app,components}/**/*.{ts,tsx}').filter((file) =>
    /(local|session)Storage[.[]/.test(readFileSync(file, 'utf8')),
  );
  expect(asking).toEqual([]);
});
