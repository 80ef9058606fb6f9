import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

// Renders the favicons from `app/icon.svg`. Run it when the logo changes.
const app = join(import.meta.dirname, '../app');
const mark = await readFile(join(app, 'icon.svg'));
const canvas = '#0b0f1c';

const draw = (size: number) =>
  sharp(mark, { density: (72 * size) / 32 })
    .resize(size, size)
    .png()
    .toBuffer();

/** Builds an ICO file: a list of sizes and a PNG for each. */
async function makeIco(sizes: number[]): Promise<Buffer> {
  const pictures = await Promise.all(sizes.map(draw));
  const head = Buffer.alloc(6 + 16 * sizes.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(sizes.length, 4);
  let offset = head.length;
  for (const [index, picture] of pictures.entries()) {
    const at = 6 + 16 * index;
    head.writeUInt8(sizes[index] ?? 0, at);
    head.writeUInt8(sizes[index] ?? 0, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(picture.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += picture.length;
  }
  return Buffer.concat([head, ...pictures]);
}

const publicFiles = join(import.meta.dirname, '../public');
for (const size of [192, 512]) await writeFile(join(publicFiles, `icon-${size}.png`), await draw(size));
// Android crops a circle from the central four fifths.
await writeFile(
  join(publicFiles, 'icon-maskable.png'),
  await sharp(await draw(312))
    .extend({ top: 100, bottom: 100, left: 100, right: 100, background: canvas })
    .flatten({ background: canvas })
    .png({ palette: true })
    .toBuffer(),
);
await writeFile(join(app, 'favicon.ico'), await makeIco([16, 32, 48]));
// Phones round the corners themselves and do not support transparency.
const edge = 26;
await writeFile(
  join(app, 'apple-icon.png'),
  await sharp(await draw(180 - 2 * edge))
    .extend({ top: edge, bottom: edge, left: edge, right: edge, background: canvas })
    .flatten({ background: canvas })
    .png({ palette: true })
    .toBuffer(),
);
