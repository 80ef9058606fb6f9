import sharp from 'sharp';
import { expect, it } from 'vitest';
import { reencode } from '@/lib/core/images';

const noise = (options = {}) =>
  sharp({
    create: {
      width: 320,
      height: 240,
      channels: 3,
      background: 'red',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 90, ...options })
    .toBuffer();
const encode = (file: Uint8Array) => reencode(file, (image) => image);

it.each([
  ['progressive', { progressive: true }],
  ['baseline', {}],
])('a JPEG without its end marker is accepted, but not a truncated one: %s', async (_, options) => {
  const whole = await noise(options);
  expect([...whole.subarray(-2)]).toEqual([0xff, 0xd9]);
  expect(await encode(whole)).toMatchObject({ width: 320, height: 240 });
  expect(await encode(whole.subarray(0, -2))).toMatchObject({ width: 320, height: 240 });
  expect(await encode(whole.subarray(0, -1))).toMatchObject({ width: 320, height: 240 });
  expect(await encode(whole.subarray(0, Math.floor(whole.length * 0.6)))).toBeNull();
});
