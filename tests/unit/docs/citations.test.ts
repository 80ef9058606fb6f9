import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const find = (...patterns: string[]) => patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).sort();

/** Handwritten sources: code with comments, and SQL without old migrations. */
const code = find(
  '{app,components,lib,local,packages,scripts,tests}/**/*.{ts,tsx,mjs,sql,css}',
  'supabase/{schemas,seed}/**/*.{ts,sql}',
  '*.{ts,mjs}',
).filter((path) => !path.endsWith('database.types.ts') && path !== relative(root, import.meta.filename));
const documents = [...find('{docs,deploy}/**/*.md', 'packages/*/README.md', '*.md')];

/** The address that a Markdown heading has on a page. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

const headingsOf = (path: string) =>
  [...read(path).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading.trim());

/** A text with its lines joined, so that a citation may be broken by the end of a line. */
const joinLines = (text: string) => text.replaceAll(/\n\s*(?:\*|\/\/|--)? ?/g, ' ');

const exists = (path: string) =>
  existsSync(join(root, path)) ||
  (/^docs\/decisions\/\d{4}$/.test(path) &&
    readdirSync(join(root, 'docs/decisions')).some((name) => name.startsWith(path.slice(-4))));

/** Every `docs/…` that a text names, with the heading behind it. */
function* citationsIn(text: string): Generator<{ file: string; heading: string | undefined }> {
  for (const [, file = '', heading] of text.matchAll(/(?<![\w/.-])(docs\/[\w/.-]*\w)`?(?:, "([^"]+)")?/g))
    yield { file, heading };
}

describe('citations in the code', () => {
  test('refer to existing files and headings', () => {
    const wrong = code.flatMap((path) =>
      [...citationsIn(joinLines(read(path)))]
        .filter(({ file, heading }) => !exists(file) || (heading && !headingsOf(file).includes(heading)))
        .map(({ file, heading }) => `${path}: ${file}${heading ? `, "${heading}"` : ''}`),
    );
    expect(wrong).toEqual([]);
  });

  test('are found across lines, and with a wrong heading', () => {
    const text = ' * first (docs/payments.md, "Payment\n * row"), second docs/none.md';
    expect([...citationsIn(joinLines(text))]).toEqual([
      { file: 'docs/payments.md', heading: 'Payment row' },
      { file: 'docs/none.md', heading: undefined },
    ]);
    expect(headingsOf('docs/payments.md')).toContain('Payment row');
    expect(headingsOf('docs/payments.md')).not.toContain('Payment rows');
    expect(exists('docs/none.md')).toBe(false);
  });

  test('refer to no document outside the repository', () => {
    expect([...code, ...documents].filter((path) => /\b(?:SPEC|DESIGN)\b/.test(read(path)))).toEqual([]);
  });
});

describe('commands in documents', () => {
  const commandsOf = (command: RegExp) =>
    documents.flatMap((path) => [...read(path).matchAll(command)].map(([found]) => `${path}: ${found}`));

  test('run scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const found = commandsOf(/npm run (?:-s )?[a-z][a-z0-9:-]*/g);
    expect(found.length).toBeGreaterThan(50);
    expect(found.filter((text) => !scripts[text.split(' ').at(-1) ?? ''])).toEqual([]);
  });

  test('change the linked project, because the Supabase CLI looks for a database in Docker otherwise', () => {
    const found = commandsOf(/npx supabase db (?:push|reset)[^`\n]*/g);
    expect(found.length).toBeGreaterThan(5);
    expect(found.filter((text) => !text.includes('--remote'))).toEqual([]);
  });
});

describe('references in documents', () => {
  test.each(documents)('%s links to existing files and headings', (path) => {
    const links = [...read(path).matchAll(/\]\((?!https?:|mailto:|\.\.\/\.\.\/actions\/)([^)#\s]*)(?:#([^)\s]+))?\)/g)];
    const wrong = links.filter(([, file = '', anchor]) => {
      const target = file === '' ? path : join(dirname(path), file);
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && !headingsOf(target).map(anchorOf).includes(anchor);
    });
    expect(wrong.map(([link]) => link)).toEqual([]);
  });

  test.each(documents)('%s names existing paths', (path) => {
    const named = [
      ...read(path).matchAll(/`((?:app|components|lib|local|packages|scripts|supabase|tests|messages)\/[^`\s]*)`/g),
    ];
    const wrong = named
      .map(([, name = '']) => name)
      .filter((name) => !/[<>*…{]/.test(name) && !existsSync(join(root, name)));
    expect(wrong).toEqual([]);
  });
});
