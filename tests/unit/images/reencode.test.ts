import sharp from 'sharp';
import { expect, it } from 'vitest';
import { reencode, toShareJpeg } from '@/lib/core/images';

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

const white = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: 'white' } });

it.each([
  [32, 100, true],
  [100, 32, true],
  [31, 100, false],
  [100, 31, false],
])('a picture of %i × %i is accepted: %s', async (width, height, isAccepted) =>
  expect((await encode(await white(width, height).png().toBuffer())) !== null).toBe(isAccepted),
);

it('a GIF is refused', async () => expect(await encode(await white(100, 100).gif().toBuffer())).toBeNull());

it.each([
  ['wide', 400, 200, false],
  ['tall', 200, 400, true],
  ['square', 300, 300, true],
])(
  'a %s picture fills a preview, or stands whole before a darker copy of itself',
  async (_, width, height, isDarker) => {
    const preview = await toShareJpeg(await white(width, height).png().toBuffer(), { width: 240, height: 126 });
    const { data, info } = await sharp(preview).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([240, 126]);
    const brightnessAt = (x: number) => data[(63 * info.width + x) * info.channels] ?? 0;
    expect(brightnessAt(120)).toBeGreaterThan(250);
    expect(brightnessAt(2) < 200).toBe(isDarker);
  },
);
