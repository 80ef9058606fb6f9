import { describe, expect, test } from 'vitest';
import { assignFiles, editionNameOf } from '@/lib/publish/file-targets';

const edition = (name: string, nameEn = '') => ({ key: name, names: [name, nameEn] });
const loaders = ['Fabric', 'Forge', 'NeoForge'].map((name) => edition(name));

describe('files are assigned to editions by their names', () => {
  test.each<[string, string[], ReturnType<typeof edition>[], string[]]>([
    [
      'loaders',
      ['torre-forge.jar', 'Torre_Fabric_1.20.jar', 'torre-neoforge.jar'],
      loaders,
      ['Forge', 'Fabric', 'NeoForge'],
    ],
    ['camel case', ['TorreNeoForge.jar', 'TorreForge.jar'], loaders, ['NeoForge', 'Forge']],
    [
      'the one that names no edition is the product’s',
      ['torre.zip', 'torre-oro.zip'],
      [edition('Oro')],
      ['product', 'Oro'],
    ],
    ['without editions', ['torre.zip'], [], ['product']],
    ['several without editions', ['torre.zip', 'mapa.zip'], [], ['', '']],
    ['accents and capitals', ['TORRE-EDICION-MAGICA.zip'], [edition('Edición Mágica')], ['Edición Mágica']],
    ['the English name', ['tower-gold.zip'], [edition('Oro', 'Gold')], ['Oro']],
    ['versions', ['t-1.20.4.jar', 't-1.21.jar'], [edition('1.20'), edition('1.21')], ['1.20', '1.21']],
    ['no other version', ['t-1.201.jar'], [edition('1.20'), edition('1.2')], ['product']],
    [
      'all words of a name',
      ['t-fabric-1.21.jar', 't-fabric-1.20.jar'],
      [edition('Fabric 1.20'), edition('Fabric 1.21')],
      ['Fabric 1.21', 'Fabric 1.20'],
    ],
    ['the longer of two names', ['oro-plus.zip'], [edition('Oro'), edition('Plus')], ['Plus']],
    ['nothing if two fit equally', ['mapa-a-b.zip'], [edition('A'), edition('B')], ['']],
    ['one file for each edition', ['oro-1.zip', 'oro-2.zip'], [edition('Oro')], ['Oro', '']],
    ['common words say nothing', ['edicion-de-torre.zip'], [edition('Edición de oro')], ['product']],
  ])('%s', (_what, files, editions, places) => expect(assignFiles(files, editions)).toEqual(places));
});

test.each([
  ['torre-oro.zip', 'Torre', [], 'Oro'],
  ['Torre_NeoForge_1.20.4.jar', 'Torre', ['Forge'], 'Neo Forge 1.20.4'],
  ['la-torre-mágica (deluxe).zip', 'La Torre Mágica', [], 'Deluxe'],
  ['torre.zip', 'Torre', [], ''],
  ['torre-oro.zip', 'Torre', [' ORO '], ''],
  [`${'x'.repeat(60)}.zip`, 'Torre', [], `X${'x'.repeat(39)}`],
])('the name of a new edition for %s of %s is derived', (file, product, taken, name) =>
  expect(editionNameOf(file, product, taken)).toBe(name),
);

test('an edition named after a file ends before a sign that does not fit', () => {
  expect(editionNameOf(`${'A'.repeat(39)}😀.zip`, '', [])).toBe('A'.repeat(39));
});
