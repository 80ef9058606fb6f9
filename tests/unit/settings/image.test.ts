import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { makeProfileImage } from '@/lib/account/settings/image';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2f8f5b' } });
const read = async (file: Uint8Array, kind: 'avatar' | 'banner' = 'avatar') => {
  const result = await makeProfileImage(file, kind);
  return result.ok ? sharp(result.value.data).metadata() : result.error;
};

describe('makeProfileImage', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('accepts %s, cropped to an avatar’s square', async (format) => {
    const file = await picture(900, 400).toFormat(format).toBuffer();
    expect(await read(file)).toMatchObject({ format: 'webp', width: 512, height: 512 });
  });

  it('crops a banner to its size', async () => {
    const file = await picture(2000, 2000).jpeg().toBuffer();
    expect(await read(file, 'banner')).toMatchObject({ width: 1600, height: 500 });
  });

  it('removes a photo’s location and device', async () => {
    const file = await picture(200, 200)
      .withExif({ IFD0: { Artist: 'Alguien' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    expect((await sharp(file).metadata()).exif).toBeDefined();
    const metadata = await read(file);
    expect(metadata).toMatchObject({ format: 'webp' });
    expect(metadata).not.toHaveProperty('exif');
    expect(metadata).not.toHaveProperty('xmp');
  });

  it('rotates a photo before its orientation is removed', async () => {
    const stripes = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#000' } })
      .composite([{ input: await picture(200, 200).png().toBuffer(), left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const result = await makeProfileImage(stripes, 'avatar');
    if (!result.ok) throw new Error(result.error);
    const { data, info } = await sharp(result.value.data).raw().toBuffer({ resolveWithObject: true });
    const green = (x: number, y: number) => data[(y * info.width + x) * info.channels + 1] ?? 0;
    expect(green(256, 20)).toBeGreaterThan(100);
    expect(green(256, 490)).toBeLessThan(40);
  });

  it.each([
    ['an empty file', async () => Buffer.alloc(0)],
    ['a text', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a GIF under another name', () => picture(64, 64).gif().toBuffer()],
    ['a TIFF', () => picture(64, 64).tiff().toBuffer()],
    ['a picture of one pixel', () => picture(1, 1).png().toBuffer()],
    ['a truncated PNG', async () => (await picture(600, 600).png().toBuffer()).subarray(0, 200)],
    [
      'a page with the header of a PNG',
      async () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('<script>alert(1)</script>')]),
    ],
  ])('refuses %s', async (_title, file) => expect(await read(await file())).toBe('imageInvalid'));

  it('refuses a small file that unpacks to a huge picture', async () => {
    const bomb = await picture(9000, 9000).png({ compressionLevel: 9 }).toBuffer();
    expect(bomb.length).toBeLessThan(8_000_000);
    expect(await read(bomb)).toBe('imageInvalid');
  });
});
