import { strFromU8, unzip } from 'fflate';
import { type FileFacts, readFileFacts, tellingFiles } from '@/lib/publish/file-facts';

/** Larger archives are not read: it happens in the memory of the browser. */
const mostBytes = 64 * 1024 ** 2;
const mostTextBytes = 256 * 1024;

const isTelling = (name: string) => tellingFiles.some((file) => file === name);

/** Reads the metadata of a zip or jar; null for other files, large ones, and those without metadata. */
export async function readArchive(file: File): Promise<FileFacts | null> {
  if (file.size > mostBytes || !/\.(?:zip|jar|mcpack)$/i.test(file.name)) return null;
  const bytes = new Uint8Array(await file.arrayBuffer());
  let isData = false;
  return new Promise((resolve) => {
    unzip(
      bytes,
      {
        filter: ({ name, originalSize }) => {
          isData ||= name.startsWith('data/');
          return isTelling(name) && originalSize <= mostTextBytes;
        },
      },
      (problem, files) => {
        if (problem) return resolve(null);
        const texts = Object.entries(files).map(([name, content]) => [name, strFromU8(content)]);
        resolve(readFileFacts(Object.fromEntries(texts), isData));
      },
    );
  });
}
