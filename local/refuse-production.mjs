// Runs before `npm start` and `npm run dev` with any version of Node and without packages, so it uses only Node's
// modules.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Variables that hosting providers set. */
const hosts = {
  VERCEL: 'Vercel',
  DYNO: 'Heroku',
  RENDER: 'Render',
  RAILWAY_ENVIRONMENT_NAME: 'Railway',
  FLY_APP_NAME: 'Fly.io',
  K_SERVICE: 'Cloud Run',
  WEBSITE_SITE_NAME: 'Azure App Service',
  NETLIFY: 'Netlify',
};

/** Files with the variables of a production shop. */
const files = ['.env', '.env.production', '.env.local', '.env.production.local'];

/** Finds a variable in the text of a file. */
const variable = (/** @type {string} */ name, /** @type {string} */ value) =>
  new RegExp(`^[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=[ \\t]*["']?${value}`, 'm');

/**
 * Reason to treat this machine as production; undefined if there is none.
 *
 * @param {Record<string, string | undefined>} source the variables of the process
 * @param {URL} folder folder of the files with variables
 * @returns {string | undefined}
 */
export function findProduction(source, folder) {
  if (source.NODE_ENV === 'production') return 'NODE_ENV is production';
  if (source.STORE_MODE === 'production') return 'STORE_MODE is production';
  const texts = files.flatMap((name) => {
    const path = new URL(name, folder);
    return existsSync(path) ? [{ name, text: readFileSync(path, 'utf8') }] : [];
  });
  const find = (/** @type {RegExp} */ pattern) => texts.find(({ text }) => pattern.test(text))?.name;
  if (source.STORE_MODE !== 'local') {
    const production = find(variable('STORE_MODE', 'production\\b'));
    if (production) return `STORE_MODE is production in ${production}`;
    // Without STORE_MODE, a shop is a production shop.
    const shop = find(variable('(?:SITE_URL|SUPABASE_URL)', '\\S'));
    if (shop && !find(variable('STORE_MODE', 'local\\b'))) return `${shop} has the variables of a production shop`;
  }
  const host = Object.entries(hosts).find(([name]) => source[name]);
  return host && `this is ${host[1]} (${host[0]} is set)`;
}

/**
 * Refuses to start the demo in production: it has a payment simulator and an admin with a known password. Hosting
 * providers run `npm start` by default.
 */
export function refuseProduction() {
  const reason = findProduction(process.env, new URL('../', import.meta.url));
  if (!reason) return;
  console.error(`
This starts the demonstration, with play money and known passwords, and ${reason}.

  To serve the shop:  npm ci --include=dev && npm run build && npm run serve
  What it needs:      docs/production.md, and \`npm run doctor\` says what is missing.

To try the demonstration here all the same, unset that variable, or set STORE_MODE=local against a file.
`);
  process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) refuseProduction();
