import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Stale } from '@/lib/core/cache/stale';

type Spec = {
  who: string;
  limit?: string | { kind: string };
  paths?: ReadonlyArray<string | readonly string[]>;
  tags?: (input: unknown, value: unknown) => Stale | Promise<Stale>;
  afterwards?: ReadonlyArray<{ name: string }>;
};

const { specs } = vi.hoisted(() => ({ specs: new Map<string, Spec>() }));
vi.mock('@/lib/account/define-action', () => {
  const record = (name: string, spec: Spec) => void specs.set(name, spec);
  return { defineAction: record, defineForm: record, defineButton: record };
});

vi.mock('@/lib/account/server', async (original) => ({
  ...(await original<object>()),
  getMe: async () => ({ displayName: 'Ana' }),
}));

const root = join(import.meta.dirname, '../../..');
const files = globSync('lib/**/*.ts', { cwd: root }).filter((file) =>
  readFileSync(join(root, file), 'utf8').startsWith("'use server'"),
);
await Promise.all(files.map((file) => import(join(root, file))));

/** What an action declares, on one line. */
function describeAction([name, { who, limit, paths = [], tags, afterwards = [] }]: [string, Spec]): string {
  const kind = typeof limit === 'object' ? limit.kind : limit;
  return [
    `${name}: ${who}`,
    ...(kind ? [`limit ${kind}`] : []),
    ...(tags ? ['tags'] : []),
    ...paths.map((path) => (typeof path === 'string' ? path : path.join(' '))),
    ...(afterwards.length > 0 ? [`then ${afterwards.map((task) => task.name).join(' and ')}`] : []),
  ].join(', ');
}

// The permission of an action is also checked by the database, and mails are sent by the next job, too. So no other
// test notices that one of these is missing.
test('each action declares its permission, limit, stale pages and later tasks', async () => {
  const lines = [...specs].map(describeAction).sort();
  expect(lines.length).toBeGreaterThan(100);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('actions.snapshot.txt');
});

const moderated = { objeto_id: null, slug: null, autor: null };
test.each<[name: string, input: unknown, value: unknown, stale: Stale]>([
  ['askInReport', null, null, {}],
  [
    'actOnReport',
    null,
    { ...moderated, tipo: 'pregunta', slug: 'torre' },
    { now: ['questions:torre'], soon: ['product:torre'] },
  ],
  [
    'showQuestion',
    null,
    { ...moderated, tipo: 'respuesta', slug: 'torre' },
    { now: ['questions:torre'], soon: ['product:torre'] },
  ],
  [
    'showPost',
    null,
    { ...moderated, tipo: 'publicacion', objeto_id: 'p1', autor: 'Ana' },
    { now: ['post:p1'], soon: ['creator:Ana'] },
  ],
  [
    'settleReport',
    null,
    { ...moderated, tipo: 'usuario', autor: 'Ana' },
    { now: ['creator:Ana'], soon: ['byline:Ana'] },
  ],
  ['settleReport', null, { ...moderated, tipo: 'usuario' }, {}],
  ['savePinnedAction', [], undefined, { now: ['creator:Ana'] }],
  ['thankAnswer', null, { slug: 'torre' }, { soon: ['questions:torre'] }],
  ['answerQuestionAction', null, { slug: 'torre' }, { now: ['questions:torre'], soon: ['product:torre'] }],
  [
    'applyBulkEdit',
    null,
    [
      { slug: 'torre', changes: [{ waits: false }] },
      { slug: 'faro', changes: [{ waits: true }] },
      { slug: 'pozo', changes: null },
    ],
    { now: ['product:torre'], soon: ['card:torre'] },
  ],
])('%s makes the pages of what it changed stale (%#)', async (name, input, value, stale) => {
  const spec = specs.get(name);
  expect((await spec?.tags?.(input, value)) ?? {}).toEqual(stale);
});
