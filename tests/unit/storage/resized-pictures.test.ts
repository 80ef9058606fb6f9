/** @module-tag nightly */
import { optimizeImage } from 'next/dist/server/image-optimizer/transform.js';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { profileImages } from '@/lib/account/settings';
import { productImages } from '@/lib/publish/types';
import nextConfig from '@/next.config';

test.each([
  ...Object.values({ ...productImages, ...profileImages }).map((size) => ({ ...size, isTaken: true })),
  { width: 4000, height: 3000, isTaken: false },
])('a picture of $width by $height pixels is resized: $isTaken', async ({ isTaken, ...size }) => {
  const buffer = await sharp({ create: { ...size, channels: 3, background: '#5b2f8f' } })
    .webp()
    .toBuffer();
  const limitInputPixels = nextConfig.experimental?.imgOptMaxInputPixels;
  const made = optimizeImage({ buffer, contentType: 'image/webp', quality: 75, width: 64, limitInputPixels });
  const outcome = await made.then(
    () => 'made',
    (error: Error) => error.message,
  );
  expect(outcome).toMatch(isTaken ? /^made$/ : /pixel limit/);
});
