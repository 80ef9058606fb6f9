import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { proposalOf } from '@/components/publish/file-facts-client';
import { readArchive } from '@/components/publish/read-archive';
import { textFields } from '@/lib/publish/fields';
import { emptyDraft } from '@/lib/publish/types';

const archive = (files: Record<string, string>, name = 'torre.jar') =>
  new File([zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])))], name);

describe('the description in a file', () => {
  test.each([
    [
      'a plugin',
      { 'plugin.yml': 'name: Torre\nversion: 1.10\napi-version: 1.20\nmain: a.B\ndescription: "Crece: sola"' },
      { source: 'plugin.yml', name: 'Torre', version: '1.10', about: 'Crece: sola', games: ['1.20'] },
    ],
    [
      'a plugin for Paper before one for Bukkit',
      {
        'plugin.yml': 'name: Vieja\nversion: 1',
        'paper-plugin.yml': `name: Torre\nversion: ${'$'}{version}\napi-version: "1.21.4"`,
      },
      { source: 'paper-plugin.yml', name: 'Torre', version: '', about: '', games: ['1.21.4'] },
    ],
    [
      'a mod',
      {
        'fabric.mod.json': JSON.stringify({
          name: 'Torre',
          version: '2.0+1.21',
          description: 'Una torre',
          depends: { minecraft: ['~1.20.1', '>=1.21 <1.22'] },
        }),
      },
      {
        source: 'fabric.mod.json',
        name: 'Torre',
        version: '2.0+1.21',
        about: 'Una torre',
        games: ['1.20.1', '1.21'],
      },
    ],
    [
      'a resource pack',
      { 'pack.mcmeta': '\uFEFF{"pack": {"pack_format": 15, "description": "§aTorre"}}', 'assets/a.png': '' },
      { source: 'pack.mcmeta', name: '', version: '', about: 'Torre', games: ['1.20', '1.20.1'] },
    ],
    [
      'a data pack',
      { 'data/a.json': '{}', 'pack.mcmeta': '{"pack": {"pack_format": 10, "description": [{"text": "Torre"}]}}' },
      { source: 'pack.mcmeta', name: '', version: '', about: '', games: ['1.19', '1.19.3'] },
    ],
    [
      'a resource pack for several versions',
      {
        'pack.mcmeta':
          '{"pack": {"pack_format": 42, "supported_formats": {"min_inclusive": 42, "max_inclusive": 55}, "description": ""}}',
      },
      {
        source: 'pack.mcmeta',
        name: '',
        version: '',
        about: '',
        games: ['1.21.2', '1.21.3', '1.21.4', '1.21.5'],
      },
    ],
    [
      'a data pack for one version, and a list of formats',
      { 'data/a.json': '{}', 'pack.mcmeta': '{"pack": {"pack_format": 61, "supported_formats": [61, 71]}}' },
      { source: 'pack.mcmeta', name: '', version: '', about: '', games: ['1.21.4', '1.21.5'] },
    ],
    [
      'a data pack without a single format',
      { 'data/a.json': '{}', 'pack.mcmeta': '{"pack": {"min_format": [94, 1], "max_format": 101}}' },
      { source: 'pack.mcmeta', name: '', version: '', about: '', games: ['1.21.11', '26.1', '26.1.2'] },
    ],
    [
      'a resource pack for more versions than a product may name',
      { 'pack.mcmeta': '{"pack": {"min_format": 1, "max_format": 999, "description": "Torre"}}' },
      {
        ...{ source: 'pack.mcmeta', name: '', version: '', about: 'Torre' },
        games: expect.objectContaining({ length: 30, 0: '1.17', 29: '26.2' }),
      },
    ],
  ])('is read from %s', async (_what, files, facts) => {
    expect(await readArchive(archive(files))).toEqual(facts);
  });

  test('is ignored if it is broken or missing, or if the file is not an archive', async () => {
    expect(await readArchive(archive({ 'plugin.yml': ': : :\n\t-' }))).toBeNull();
    expect(await readArchive(archive({ 'fabric.mod.json': '{' }))).toBeNull();
    expect(await readArchive(archive({ 'sub/plugin.yml': 'name: Torre' }))).toBeNull();
    expect(await readArchive(new File(['PK torre'], 'torre.zip'))).toBeNull();
    expect(await readArchive(archive({ 'plugin.yml': 'name: Torre' }, 'torre.pdf'))).toBeNull();
    expect(await readArchive(archive({ 'plugin.yml': `name: ${'x'.repeat(300_000)}` }))).toBeNull();
  });
});

describe('the proposal for a form', () => {
  const facts = { source: 'plugin.yml', name: 'Torre', version: '1.1', about: 'Crece', games: ['1.20', '1.21'] };
  test('contains its empty fields, and the version of a change', () => {
    expect(proposalOf(facts, emptyDraft, true)).toEqual({ name: 'Torre', about: 'Crece', compatible: '1.20, 1.21' });
    const typed = { ...emptyDraft, name: 'Mía', about: 'Ya', compatible: '1.21, 1.19', version: '1.0' };
    expect(proposalOf(facts, typed, false)).toEqual({ version: '1.1', compatible: '1.21, 1.19, 1.20' });
    expect(proposalOf(facts, { ...typed, version: '1.1', compatible: '1.20 1.21' }, false)).toEqual({});
  });

  test.each([
    ['name', textFields.name.longest],
    ['about', textFields.about.longest],
    ['version', textFields.version.longest],
  ] as const)('that is too long is proposed up to its last whole sign: %s', (field, longest) => {
    const whole = 'a'.repeat(longest - 1);
    const facts = { source: 'fabric.mod.json', name: '', version: '', about: '', games: [], [field]: `${whole}😀` };
    expect(proposalOf(facts, emptyDraft, false)).toEqual({ [field]: whole });
  });
});
