import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../../../supabase', path), 'utf8');
const units: Record<string, number> = { MiB: 2 ** 20, GiB: 2 ** 30 };

it("the project's upload limit is at least the one of the download bucket", () => {
  const [, number, unit = ''] = /^file_size_limit = "(\d+)(\w+)"$/m.exec(read('config.toml')) ?? [];
  const [, bucket] = /\('descargas', 'descargas', false, (\d+),/.exec(read('schemas/50_storage.sql')) ?? [];
  expect(Number(bucket)).toBeGreaterThan(0);
  expect(Number(number) * (units[unit] ?? Number.NaN)).toBeGreaterThanOrEqual(Number(bucket));
});
