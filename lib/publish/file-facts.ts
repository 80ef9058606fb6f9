import { parse } from 'yaml';
import { z } from 'zod';
import { gamesOfFormats } from './pack-formats';
import { draftLimits } from './types';

/** Metadata of a plugin, mod or pack; missing texts are empty. */
export type FileFacts = {
  /** The file inside the archive that contains the metadata. */
  source: string;
  name: string;
  version: string;
  about: string;
  /** Versions of the game. */
  games: string[];
};

/** The files of an archive with metadata, the most reliable first. */
export const tellingFiles = ['paper-plugin.yml', 'plugin.yml', 'fabric.mod.json', 'pack.mcmeta'] as const;
type TellingFile = (typeof tellingFiles)[number];

const gameVersion = /(?<![\d.])\d{1,2}(?:\.\d{1,3}){1,2}(?![\d.])/g;

// Placeholders that a build did not replace, such as ${version}, are ignored.
const text = z
  .string()
  .catch('')
  .transform((value) => (/[$@]\{/.test(value) ? '' : value.trim()));

const plugin = z.object({ name: text, version: text, description: text, 'api-version': text });
const mod = z.object({
  name: text,
  version: text,
  description: text,
  depends: z.object({ minecraft: z.union([z.string(), z.array(z.string())]).catch([]) }).catch({ minecraft: [] }),
});
// Packs since 1.21.9 state the first and last of their formats, each as a number or with its minor one; packs since
// 1.20.2 may state a range beside their format.
const format = z.union([z.number(), z.tuple([z.number()], z.number()).transform(([major]) => major)]);
const range = z.union([
  z.number().transform((only) => [only, only] as const),
  z.tuple([z.number(), z.number()]),
  z
    .object({ min_inclusive: z.number(), max_inclusive: z.number() })
    .transform((ends) => [ends.min_inclusive, ends.max_inclusive] as const),
]);
const formats = z.union([
  z.object({ min_format: format, max_format: format }).transform((ends) => [ends.min_format, ends.max_format] as const),
  z.object({ supported_formats: range }).transform(({ supported_formats }) => supported_formats),
  z.object({ pack_format: z.number() }).transform(({ pack_format }) => [pack_format, pack_format] as const),
]);
const pack = z.object({ pack: z.looseObject({ description: z.unknown().optional() }) });

/** The exclusive end of a version range, such as `<1.21`: the range does not include that version. */
const endOfRange = /<(?!=)\s*[\d.]+/g;

const gamesIn = (value: string | string[]): string[] => [
  ...new Set([value].flat().join(' ').replaceAll(endOfRange, '').match(gameVersion)),
];

/** Reads one metadata file. */
function read(source: TellingFile, content: string, isData: boolean): FileFacts {
  switch (source) {
    case 'paper-plugin.yml':
    case 'plugin.yml': {
      // Without types, 1.20 stays a text and does not become the number 1.2.
      const found = plugin.parse(parse(content, { schema: 'failsafe' }));
      const { name, version, description } = found;
      return { source, name, version, about: description, games: gamesIn(found['api-version']) };
    }
    case 'fabric.mod.json': {
      const { name, version, description, depends } = mod.parse(JSON.parse(content));
      return { source, name, version, about: description, games: gamesIn(depends.minecraft) };
    }
    case 'pack.mcmeta': {
      const found = pack.parse(JSON.parse(content)).pack;
      const [least, most] = formats.parse(found);
      const about = typeof found.description === 'string' ? found.description.replaceAll(/§./g, '').trim() : '';
      const games = gamesOfFormats(least, most, isData).slice(-draftLimits.games);
      return { source, name: '', version: '', about, games };
    }
  }
}

/**
 * Reads the metadata of an archive.
 *
 * @param files the contents of its metadata files by their names
 * @param isData whether it has a `data` folder, as data packs have
 * @returns null if nothing can be read
 */
export function readFileFacts(files: Readonly<Record<string, string>>, isData: boolean): FileFacts | null {
  for (const source of tellingFiles) {
    const content = files[source];
    if (content === undefined) continue;
    try {
      const facts = read(source, content.replace(/^\uFEFF/, ''), isData);
      if (facts.name || facts.version || facts.about || facts.games.length > 0) return facts;
    } catch {
      // A broken file is ignored; another one may be readable.
    }
  }
  return null;
}
