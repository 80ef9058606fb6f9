// Loads Node modules on use: Next.js bundles this file with the middleware, which has none.
const files = () => globalThis.process.getBuiltinModule('node:fs/promises');
const paths = () => globalThis.process.getBuiltinModule('node:path');

/** Precedes the path in the key of a response. */
const marker = '/$/';

/** @param {NodeJS.ErrnoException} error */
function ifMissing(error) {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'ENAMETOOLONG') return null;
  throw error;
}

/**
 * Finds the file of a prerendered response, without its extension, and its metadata. Next.js documents with
 * `cacheHandler` that prerendered responses are in `server/app` under their path, and that their metadata contains the
 * key.
 *
 * @param {string} folder `server` of the build
 * @param {string} key
 */
async function find(folder, key) {
  const { join, sep } = paths();
  const root = join(folder, 'app');
  const at = key.indexOf(marker);
  const file = join(root, key.slice(at + 2));
  if (at === -1 || !file.startsWith(root + sep)) return null;
  const text = await files().readFile(`${file}.meta`, 'utf8').catch(ifMissing);
  const meta = text === null ? null : JSON.parse(text);
  return meta?.routeCache?.key === key ? { file, meta } : null;
}

/**
 * True if the build prerendered a response.
 *
 * @param {string} folder
 * @param {string} key
 */
export const isBuilt = async (folder, key) => (await find(folder, key)) !== null;

/**
 * Reads a prerendered response of the build.
 *
 * @param {string} folder
 * @param {string} key
 * @returns {Promise<import('./types').Entry | null>}
 */
export async function readBuilt(folder, key) {
  const found = await find(folder, key);
  if (!found) return null;
  const { file, meta } = found;
  const { headers, status, postponed, cacheControl } = meta;
  const isPage = key.includes('/APP_PAGE/');
  const name = `${file}${isPage ? '.html' : '.body'}`;
  const [body, id] = await Promise.all([files().readFile(name), readBuildId(folder)]);
  // The id is the time of the build, in milliseconds (`generateBuildId` in next.config.ts).
  const facts = { lastModified: Number(id), cacheControl };
  if (!isPage) return { ...facts, value: { kind: 'APP_ROUTE', body, headers, status } };
  const read = (/** @type {string} */ end) => files().readFile(`${file}${end}`);
  /** @type {Array<[string, Buffer]>} */
  const segments = await Promise.all(
    (meta.segmentPaths ?? []).map(async (/** @type {string} */ path) => [
      path,
      await read(`.segments${path}.segment.rsc`),
    ]),
  );
  return {
    ...facts,
    value: {
      kind: 'APP_PAGE',
      html: body.toString(),
      rscData: postponed === undefined ? await read('.rsc') : undefined,
      segmentData: new Map(segments),
      postponed,
      headers,
      status,
    },
  };
}

/** @type {string | undefined} */
let buildId;

/**
 * Reads the id of the build.
 *
 * @param {string} folder
 */
export async function readBuildId(folder) {
  buildId ??= (await files().readFile(paths().join(folder, '../BUILD_ID'), 'utf8')).trim();
  return buildId;
}
