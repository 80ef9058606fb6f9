import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The rooms from the ground up. A room imports those of the groups before its own, never its neighbours. */
const rooms = {
  lib: [
    ['core'],
    ['gates', 'legal', 'pricing', 'coins', 'storage'],
    ['catalog'],
    ['account'],
    ['mail'],
    ['reviews'],
    ['creators', 'notifications', 'payments', 'publish', 'vouchers'],
    ['moderation', 'status'],
    ['checkout'],
    ['club', 'orders'],
    ['admin', 'webhooks'],
    ['jobs'],
  ],
  components: [
    ['ui'],
    ['account', 'coins', 'panel', 'status'],
    ['creators', 'moderation', 'notifications'],
    ['nav', 'reviews'],
    ['catalog'],
    ['checkout', 'publish', 'vouchers'],
    ['orders'],
    ['admin', 'club'],
  ],
};

const header = `// Made by \`npm run rooms\` from the order in scripts/room-rules.ts: which room may import which.
// Biome takes the last rule that fits a file whole, so every line is complete by itself.
`;

const paths = { 'next/link': 'Link by components/ui/link-client: every page would carry the larger one as well.' };

const restrict = (includes: string[], group: string[], message: string) => ({
  includes,
  linter: {
    rules: { style: { noRestrictedImports: { level: 'error', options: { paths, patterns: [{ group, message }] } } } },
  },
});

const refusal = (room: string) => `${room} may not import this: see the order in scripts/room-rules.ts.`;

/** Everything but the rooms of a layer that are named, and `more`. */
function only(layer: string, names: string[], more: string[]): string[] {
  const some = names.length === 1 ? names[0] : `{${names.join(',')}}`;
  return ['@/**', ...more.map((place) => `!@/${place}/**`), `!@/${layer}/${some}`, `!@/${layer}/${some}/**`];
}

function roomsOf(layer: keyof typeof rooms, more: (room: string) => string[]) {
  const below: string[] = [];
  return rooms[layer].flatMap((group) => {
    const rules = group.map((room) =>
      restrict([`${layer}/${room}/**`], only(layer, [...below, room], more(room)), refusal(`${layer}/${room}`)),
    );
    below.push(...group);
    return rules;
  });
}

const rules = [
  restrict(
    ['app/**'],
    ['@/**', '!@/{app,components,lib}/**', '../**'],
    'app imports components and lib, by their whole path: never local, tests or scripts.',
  ),
  restrict(
    ['middleware.ts', 'instrumentation.ts', 'next.config.mjs'],
    ['@/**', '!@/lib/**', './**', '!./lib/**'],
    'What stands beside app imports lib alone.',
  ),
  ...roomsOf('lib', (room) => (room === 'core' ? ['messages'] : room === 'legal' ? ['content'] : [])),
  ...roomsOf('components', (room) => (room === 'ui' ? ['messages', 'lib'] : ['lib'])),
  // What leaves a room by a relative path would pass all of the above.
  ...[1, 2, 3].map((depth) => ({
    includes: [`{lib,components}${'/*'.repeat(depth + 1)}`],
    plugins: [`./lint/leaves-room-${depth}.grit`],
  })),
  {
    includes: ['components/**/*-client.tsx', 'components/**/use-*.{ts,tsx}', 'components/account/me/*.ts'],
    plugins: ['./lint/client.grit'],
  },
];

const lines = rules.map((rule) => `    ${JSON.stringify(rule)}`).join(',\n');
const text = `${header}{\n  "$schema": "../node_modules/@biomejs/biome/configuration_schema.json",\n  "overrides": [\n${lines}\n  ]\n}\n`;

const target = join(import.meta.dirname, '../lint/rooms.jsonc');
if (!process.argv.includes('--check')) writeFileSync(target, text);
else if (readFileSync(target, 'utf8') !== text) {
  console.error('lint/rooms.jsonc is stale: run `npm run rooms`.');
  process.exitCode = 1;
}
