import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'imports-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Each file with what it imports, all of it forbidden. */
const forbidden: Record<string, string[]> = {
  // lib stands below components and app.
  'lib/catalog/layers.ts': ['@/components/ui/button', '@/app/fonts', '@/middleware'],
  'components/ui/layers.tsx': ['@/app/fonts'],
  // Tools to run and test the shop are not part of it.
  'lib/core/tools.ts': ['@/local/shop/shop', '@/tests/db/harness', '@/scripts/test'],
  'components/ui/tools.ts': ['@/local/shop/shop'],
  'app/tools.ts': ['@/local/shop/shop', '@/tests/db/harness', '@/scripts/test', '../local/shop/start'],
  'middleware.ts': ['./local/shop/shop', '@/components/ui/button', './app/fonts'],
  'next.config.ts': ['./scripts/tools/browser.ts'],
  'lib/payments/simulator.ts': ['@unstore/payment-simulator'],
  // A package has no dependency on the shop.
  'packages/mailer/start.ts': ['../../lib/core/env', '../payments/start'],
  // Undocumented parts of Next.js
  'lib/core/next.ts': ['next/dist/server/lib/lru-cache.js'],
  // Modules
  'lib/core/modules.ts': ['@/lib/catalog/server', '@/lib/pricing'],
  'lib/catalog/modules.ts': ['@/lib/checkout', '@/lib/admin/lists'],
  'lib/club/modules.ts': ['@/lib/orders/server', '@/lib/jobs'],
  'components/catalog/modules.tsx': ['@/components/checkout/summary', '@/components/publish/types'],
  // Relative paths out of a module
  'lib/core/relative.ts': ['../catalog/server'],
  'lib/payments/paypal/events/relative.ts': ['../../../orders/rows'],
  'components/ui/relative.tsx': ['../account/button'],
  // Browsers
  'components/catalog/product/buy-client.tsx': ['@/lib/catalog/server', '@/lib/core/supabase/admin', 'server-only'],
  'components/nav/use-search.ts': ['@/lib/core/env', 'node:crypto', 'next/headers'],
  // The larger link
  'app/link.tsx': ['next/link'],
  'components/ui/link.tsx': ['next/link'],
};

const allowed: Record<string, string[]> = {
  'app/page.tsx': ['@/components/ui/button', '@/lib/jobs', './fonts'],
  'instrumentation.ts': ['./lib/core/env', '@/lib/jobs'],
  'lib/core/i18n/texts.ts': ['@/messages/es.json', '@/lib/core/env', '../http/segments'],
  'lib/catalog/fine.ts': ['@/lib/core/env', '@/lib/pricing/quote', '@/lib/pricing/server', './rows'],
  'lib/payments/paypal/events/fine.ts': ['../../types', '@/lib/account/server', 'node:crypto'],
  'packages/payments/fine.ts': ['./start', 'node:crypto'],
  'components/checkout/cart.tsx': ['@/components/catalog/card', '@/lib/jobs', '@/lib/core/supabase/server'],
  'components/catalog/product/fine-client.tsx': [
    '@/lib/pricing/quote',
    '@/lib/publish/action',
    './server-card',
    'react',
  ],
};

const circles: Record<string, string> = {
  'lib/core/circle/a.ts': "import { b } from './b';\nexport const a = () => b;\n",
  'lib/core/circle/b.ts': "import { a } from '@/lib/core/circle/a';\nexport const b = () => a;\n",
  'lib/core/circle/c.ts': "import type { D } from './d';\nexport type C = D | 'c';\n",
  'lib/core/circle/d.ts': "import type { C } from './c';\nexport type D = C | 'd';\n",
};

const importing = (paths: string[]) =>
  `${paths.map((path, index) => `import { name as n${index} } from '${path}';`).join('\n')}\n` +
  `export const all = [${paths.map((_, index) => `n${index}`)}];\n`;

/** The file that an import from another file names, if it is one of the shop. */
const target = (from: string, path: string) =>
  path.startsWith('@/') ? path.slice(2) : path.startsWith('.') ? join(dirname(from), path) : null;

function write(file: string, text: string) {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

for (const name of ['.dependency-cruiser.mjs', 'biome.json', 'package.json', 'tsconfig.json'])
  cpSync(join(root, name), join(folder, name));
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
const cases = [...Object.entries(forbidden), ...Object.entries(allowed)];
for (const name of cases.flatMap(([from, paths]) => paths.map((path) => target(from, path))))
  if (name)
    write(/\.\w+$/.test(name) ? name : `${name}.ts`, name.endsWith('.json') ? '{}' : 'export const name = 0;\n');
for (const [file, paths] of cases) write(file, importing(paths));
for (const [file, text] of Object.entries(circles)) write(file, text);
write(
  'lib/club/forms.ts',
  "export { all } from '@/lib/jobs';\nexport const later = () => import('@/lib/jobs/later');\n",
);
write('lib/jobs/later.ts', 'export const name = 0;\n');
write('components/ui/later-client.tsx', "export const later = () => import('@/lib/catalog/server');\n");

type Cruise = { summary: { violations: { from: string; to: string; rule: { name: string } }[] } };
const { stdout, stderr } = spawnSync(
  join(root, 'node_modules/.bin/depcruise'),
  ['--output-type', 'json', 'app', 'components', 'lib', 'packages', '*.ts', '*.mjs'],
  { cwd: folder, encoding: 'utf8' },
);
if (!stdout) throw new Error(`no answer of depcruise: ${stderr}`);
const cruise: Cruise = JSON.parse(stdout);
const violationsOf = (file: string) => [
  ...new Set(cruise.summary.violations.filter(({ from }) => from === file).map(({ to }) => to)),
];

const named = (path: string, name: string) =>
  name.replace(/\.\w+$/, '').endsWith(path.replace(/^@\/|^node:|^[./]+|\.\w+$/g, ''));

describe('an import', () => {
  it.each(Object.entries(forbidden))('of %s across a border is refused: %s', (file, paths) => {
    const found = violationsOf(file);
    expect(paths.filter((path) => !found.some((name) => named(path, name) || name.includes(`/${path}/`)))).toEqual([]);
    expect(found).toHaveLength(paths.length);
  });

  it.each(Object.entries(allowed))('of %s within the order passes: %s', (file) =>
    expect(violationsOf(file)).toEqual([]),
  );

  it('is also checked if re-exported or dynamic', () => {
    expect(violationsOf('lib/club/forms.ts').sort()).toEqual(['lib/jobs.ts', 'lib/jobs/later.ts']);
    expect(violationsOf('components/ui/later-client.tsx')).toEqual(['lib/catalog/server.ts']);
  });

  it('in a cycle is refused', () => {
    const found = cruise.summary.violations.filter(({ rule }) => rule.name === 'cycle').map(({ from }) => from);
    // A cycle is reported once, at its first file.
    expect(found.sort()).toEqual(['lib/core/circle/a.ts', 'lib/core/circle/c.ts']);
  });
});
