import { expect, test } from 'vitest';
import { bytesOf, parseConfig } from '../src/config.ts';

test('a missing setting has the default of the Supabase CLI', () => {
  const { api, auth, storage } = parseConfig('[auth.email]\nenable_confirmations = true');
  expect(auth.email).toEqual({
    enable_confirmations: true,
    double_confirm_changes: true,
    otp_expiry: 3600,
    require_current_password: false,
  });
  expect([api.max_rows, auth.hook, storage.file_size_limit]).toEqual([1000, {}, '50MiB']);
});

test('sizes with units are parsed to bytes', () => {
  expect(['50MiB', '5GiB', '1 KB', '7B'].map(bytesOf)).toEqual([52_428_800, 5 * 2 ** 30, 1_000, 7]);
  expect(() => bytesOf('large')).toThrow('large is no size');
});
