import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const browserFiles = '.next-e2e/static/**/*.{js,css,map}';

// Names of server-only variables and patterns of keys, none of which may occur in files that a browser can download.
const forbidden = [
  /SUPABASE_(SECRET|PUBLISHABLE)_KEY/,
  /STRIPE_(SECRET|WEBHOOK)/,
  /CRON_SECRET/,
  /sb_(secret|publishable)_\w/,
  /sk_(test|live)_\w/,
  /whsec_\w/,
  /@supabase\//,
];

let files = 0;
const leaks: string[] = [];
for await (const file of glob(browserFiles, { cwd: root })) {
  files += 1;
  const text = await readFile(join(root, file), 'utf8');
  for (const pattern of forbidden) if (pattern.test(text)) leaks.push(`${file} contains ${pattern}`);
}
if (files === 0) leaks.push(`nothing was built: no file matches ${browserFiles}`);
if (leaks.length > 0) {
  console.error(leaks.join('\n'));
  process.exit(1);
}
console.log(`${files} browser files hold no secret and no backend client`);
