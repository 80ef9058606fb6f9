import { availableParallelism } from 'node:os';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { makeBlur, reencode } from '@/lib/core/images';

it('half of the processors stay free during any number of uploads', async () => {
  const create = { width: 3_000, height: 2_000, channels: 3 as const, background: '#447' };
  const file = await sharp({ create }).png().toBuffer();
  let most = 0;
  const look = () => {
    most = Math.max(most, sharp.counters().process);
  };
  const watch = setInterval(look, 1);
  const sent = Array.from({ length: 8 }, () => reencode(file, (image) => image.resize({ width: 64 })));
  const blurred = makeBlur(file);
  const made = await Promise.all(sent);
  expect((await blurred).startsWith('data:image/webp')).toBe(true);
  clearInterval(watch);
  expect(made.map((picture) => picture?.width)).toEqual(Array.from({ length: 8 }, () => 64));
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(Math.max(1, Math.floor(availableParallelism() / 2)));
});

it('a file that is not a picture frees its slot', async () => {
  expect(await reencode(new Uint8Array([1, 2, 3]), (image) => image)).toBeNull();
  const create = { width: 40, height: 40, channels: 3 as const, background: '#447' };
  const file = await sharp({ create }).png().toBuffer();
  expect(await reencode(file, (image) => image)).toMatchObject({ width: 40 });
});
