import {
  type AsyncZippable,
  strToU8,
  type Unzipped,
  unzipSync,
  Zip,
  ZipDeflate,
  ZipPassThrough,
  zipSync,
} from 'fflate';
import type { StampValues } from '@/lib/stamps/placeholders';
import { assemble, stamp } from '@/lib/stamps/stamp';
import { readTemplate } from '@/lib/stamps/template';

export const values: StampValues = {
  USER: '1f0c2d3e-0000-4000-8000-00000000abcd',
  USERNAME: 'Ana_14',
  RESOURCE: 'b1946ac9-2f4b-4c3a-9d0e-8a5b7c6d5e4f',
  RESOURCE_VERSION: '1.2 «ñ» 🎮',
  NONCE: '00112233445566778899aabbccddeeff',
  TIMESTAMP: '1764190000',
  LICENSE: '',
};

export const zip = (files: AsyncZippable): Buffer => Buffer.from(zipSync(files));

/** An archive whose sizes stand behind the data of each entry, as a stream writes them. */
export function streamedZip(files: Record<string, string | Buffer>, isStored = false): Buffer {
  const chunks: Uint8Array[] = [];
  const archive = new Zip((_problem, chunk) => chunks.push(chunk));
  for (const [name, content] of Object.entries(files)) {
    const entry = isStored ? new ZipPassThrough(name) : new ZipDeflate(name);
    archive.add(entry);
    entry.push(typeof content === 'string' ? strToU8(content) : content, true);
  }
  archive.end();
  return Buffer.concat(chunks);
}

export const stampFile = async (file: Buffer): Promise<Buffer> =>
  assemble(file, await stamp(await readTemplate(file), values));

export const stampAndUnzip = async (file: Buffer): Promise<Unzipped> => unzipSync(await stampFile(file));

const u2 = (value: number) => Buffer.from([value >> 8, value & 0xff]);
const textConstant = (text: Buffer | string) =>
  Buffer.concat([Buffer.from([1]), u2(Buffer.from(text as string).length), Buffer.from(text as string)]);

/** The beginning of a class file with constants of every kind around these texts. */
export function classFile(...texts: Array<Buffer | string>): Buffer {
  const others = [
    [3, 0, 0, 0, 1],
    [4, 0, 0, 0, 1],
    // Two constants each.
    [5, 1, 1, 1, 1, 1, 1, 1, 1],
    [6, 1, 1, 1, 1, 1, 1, 1, 1],
    [7, 0, 1],
    [8, 0, 1],
    [9, 0, 1, 0, 1],
    [12, 0, 1, 0, 1],
    [15, 1, 0, 1],
    [16, 0, 1],
    [18, 0, 1, 0, 1],
  ].map((bytes) => Buffer.from(bytes));
  const constants = texts.flatMap((text, index) => [textConstant(text), others[index % others.length] as Buffer]);
  const count = 1 + constants.length + constants.filter(([tag]) => tag === 5 || tag === 6).length;
  return Buffer.concat([
    Buffer.from('cafebabe00000034', 'hex'),
    u2(count),
    ...constants,
    // The part after the constants, with a placeholder that is no constant.
    Buffer.from('0021%%__USER__%%', 'latin1'),
  ]);
}
