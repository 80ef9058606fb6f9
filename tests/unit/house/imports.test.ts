import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');

const rules = ['--only=style/noRestrictedImports', '--only=suspicious/noImportCycles', '--only=plugin'];

/** The findings of our import rules in a folder, as `rule file:line`. `npm run lint` applies the same rules to the shop. */
function lint(folder: string): string[] {
  const biome = join(root, 'node_modules/.bin/biome');
  const options = ['lint', '--reporter=github', '--max-diagnostics=none', '--vcs-enabled=false', ...rules];
  const { stdout, status } = spawnSync(biome, options, { cwd: folder, encoding: 'utf8' });
  const findings = stdout.matchAll(/^::error title=([^,]+),file=([^,]+),line=(\d+)/gm);
  const found = [...findings].map(
    ([, rule = '', file = '', line]) => `${rule.split('/').at(-1)} ${file.replace(`${folder}/`, '')}:${line}`,
  );
  if (status !== 0 && found.length === 0) throw new Error(`Biome did not lint: ${stdout}`);
  return found.sort();
}

/** Each file with what it imports, all of it forbidden. */
const forbidden: Record<string, string[]> = {
  // lib stands below components and app.
  'lib/catalog/layers.ts': ['@/components/ui/button', '@/app/fonts', '@/middleware'],
  'components/ui/layers.tsx': ['@/app/fonts'],
  // What runs and tests the shop is no part of it.
  'lib/core/tools.ts': ['@/local/shop/shop', '@/tests/db/harness', '@/scripts/test'],
  'components/ui/tools.ts': ['@/local/shop/shop'],
  'app/tools.ts': ['@/local/shop/shop', '@/tests/db/harness', '@/scripts/test', '../local/shop/shop'],
  'middleware.ts': ['./local/shop/shop', '@/components/ui/button', './app/fonts'],
  'next.config.mjs': ['./scripts/tools/browser.ts'],
  // Rooms
  'lib/core/rooms.ts': ['@/lib/catalog/server', '@/lib/pricing'],
  'lib/catalog/rooms.ts': ['@/lib/checkout', '@/lib/admin/lists'],
  'lib/club/rooms.ts': ['@/lib/orders/server', '@/lib/jobs'],
  'components/catalog/rooms.tsx': ['@/components/checkout/summary', '@/components/publish/types'],
  // Relative paths out of a room
  'lib/core/relative.ts': ['../catalog/server'],
  'lib/orders/invoices/relative.ts': ['../../payments/rows'],
  'lib/payments/paypal/events/relative.ts': ['../../../orders/rows'],
  'components/account/settings/relative.tsx': ['../../ui/button'],
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
  'lib/catalog/fine.ts': ['@/lib/core/env', '@/lib/pricing', '@/lib/pricing/server', './rows'],
  'lib/payments/paypal/events/fine.ts': ['../../types', '@/lib/account/server', 'node:crypto'],
  'components/checkout/cart.tsx': ['@/components/catalog/card', '@/lib/jobs', '@/lib/core/supabase/server'],
  'components/catalog/product/fine-client.tsx': ['@/lib/pricing', '@/lib/publish/action', './server-card', 'react'],
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

const folder = mkdtempSync(join(tmpdir(), 'imports-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, text: string) {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

for (const name of ['biome.json', 'package.json', 'tsconfig.json', 'lint'])
  cpSync(join(root, name), join(folder, name), { recursive: true });
for (const [file, paths] of [...Object.entries(forbidden), ...Object.entries(allowed)]) write(file, importing(paths));
for (const [file, text] of Object.entries(circles)) write(file, text);
write(
  'lib/club/forms.ts',
  "export { all } from '@/lib/jobs';\nexport const later = () => import('@/lib/jobs/index');\n",
);
write('components/ui/later-client.tsx', "export const later = () => import('@/lib/catalog/server');\n");
const findings = lint(folder);
const of = (file: string) => findings.filter((finding) => finding.includes(` ${file}:`));

describe('an import', () => {
  it.each(Object.entries(forbidden))('of %s across a border is refused: %s', (file, paths) => {
    const lines = new Set(of(file).map((finding) => Number(finding.split(':').at(-1))));
    expect([...lines].sort()).toEqual(paths.map((_, index) => index + 1));
  });

  it.each(Object.entries(allowed))('of %s within the order passes: %s', (file) => expect(of(file)).toEqual([]));

  it('is one also when it is passed on, or made later', () => {
    expect(of('lib/club/forms.ts')).toEqual([
      'noRestrictedImports lib/club/forms.ts:1',
      'noRestrictedImports lib/club/forms.ts:2',
    ]);
    expect(of('components/ui/later-client.tsx')).toEqual(['plugin components/ui/later-client.tsx:1']);
  });

  it.each(Object.keys(circles))('in a circle is refused: %s', (file) =>
    expect(of(file)).toEqual([`noImportCycles ${file}:1`]),
  );
});
