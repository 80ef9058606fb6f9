// Allowed imports between modules, checked by `npm run lint`.

/** Modules of a layer from the bottom up. A module imports those of earlier groups, not its neighbours. */
const layers = {
  lib: [
    ['core'],
    ['legal', 'pricing', 'coins', 'storage'],
    ['safety', 'stamps'],
    ['catalog'],
    ['gates'],
    ['mail'],
    ['account'],
    ['hooks'],
    ['questions', 'reviews', 'servers'],
    ['creators', 'notifications', 'payments', 'publish', 'vouchers'],
    ['api', 'moderation', 'status', 'support'],
    ['checkout'],
    ['club', 'orders'],
    ['admin', 'webhooks'],
    ['jobs'],
  ],
  components: [
    ['ui'],
    ['account', 'coins', 'panel', 'status'],
    ['api', 'moderation', 'notifications', 'support'],
    ['nav'],
    ['creators'],
    ['hooks', 'questions', 'reviews', 'servers'],
    ['catalog'],
    ['checkout', 'publish', 'vouchers'],
    ['orders'],
    ['admin', 'club'],
  ],
};

/** Further allowed imports of a layer or module. */
const others = {
  components: '^lib/',
  core: '^messages/',
  ui: '^messages/',
  api: '^messages/',
  legal: '^content/',
  servers: '^content/',
};

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const onlyTo = (...allowed) => ({ dependencyTypes: ['local'], pathNot: allowed.filter(Boolean) });

const moduleRules = Object.entries(layers).flatMap(([layer, groups]) =>
  groups.flatMap((group, at) =>
    group.map((name) =>
      rule(
        `${layer}/${name}`,
        'A module imports the modules below it: see the order in .dependency-cruiser.mjs.',
        { path: `^${layer}/${name}/` },
        onlyTo(`^${layer}/(${[name, ...groups.slice(0, at).flat()].join('|')})/`, others[layer], others[name]),
      ),
    ),
  ),
);

const product = { path: '^(app|components|lib)/|^(middleware|instrumentation|next\\.config)\\.' };
const browser = { path: '^components/(account/me/|.*-client\\.tsx$|.*/use-[^/]+$)' };
const server =
  '/server\\.tsx?$|^lib/core/(supabase|env|log|limits|csv|images|security)\\b|/(server-only/|next/(headers|cache)\\.)';
const link = 'Link by components/ui/link-client: every page would carry the larger one as well.';

/**
 * Files that may use undocumented parts of Next.js, each with its reason. `tests/unit/house/next-internals.test.ts`
 * fails if a file no longer needs its line.
 */
export const nextInternals = {
  'lib/core/security/inline-scripts.mjs':
    'distinguishes the data that Next.js writes into pages from scripts in stored texts',
  'tests/unit/action/use-action.test.ts': 'throws the error that Next.js throws for an action of another release',
  'tests/unit/storage/resized-pictures.test.ts': 'tries the pixel limit of the image optimiser, which no page reaches',
};

export default {
  forbidden: [
    rule(
      'next-internals',
      'Use what Next.js documents. An exception is a line of nextInternals in .dependency-cruiser.mjs.',
      { pathNot: Object.keys(nextInternals).map((file) => `^${file}$`) },
      // `next` itself is the last of these.
      { path: 'node_modules/next/dist/', pathNot: 'node_modules/next/dist/server/next\\.js$' },
    ),
    rule('cycle', 'A file that imports itself through others cannot be read or loaded alone.', {}, { circular: true }),
    ...moduleRules,
    rule('app', 'app imports components and lib.', { path: '^app/' }, onlyTo('^(app|components|lib)/')),
    rule(
      'beside-app',
      'What stands beside app imports lib.',
      { path: '^(middleware|instrumentation|next\\.config)\\.' },
      onlyTo('^lib/'),
    ),
    rule('packages', 'A package imports nothing of the shop.', { path: '^packages/([^/]+)/' }, onlyTo('^packages/$1/')),
    rule('product', 'The product imports no package of packages/.', product, { path: '^(packages|@unstore)/' }),
    rule('browser', 'Code for browsers never imports what runs on the server.', browser, { path: server }),
    rule('browser-node', 'Code for browsers never imports Node.', browser, { dependencyTypes: ['core'] }),
    rule('link', link, { path: '^(app|components|lib)/' }, { path: 'node_modules/next/link\\.js$' }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
