import type postgres from 'postgres';
import { firstNames, makeWords } from '../words.ts';

/** Limit of the calls per kind. */
const mostCalls = 100;

export type Timing = { kind: string; calls: number; p50: number; p95: number; max: number };

type Call = {
  text: string | null;
  filters?: string;
  suggest?: boolean;
  count?: boolean;
  creators?: boolean;
  meant?: boolean;
};

/** Takes every n-th word, starting at an index. */
const some = (words: string[], from: number, step: number, count: number) =>
  Array.from({ length: count }, (_, index) => words[from + index * step] ?? '').filter((word) => word !== '');

/** Removes, doubles or swaps one letter of a word, never the first. */
function misspell(word: string, how: number): string {
  const at = 1 + (how % (word.length - 2));
  if (how % 3 === 0) return word.slice(0, at) + word.slice(at + 1);
  if (how % 3 === 1) return `${word.slice(0, at)}x${word.slice(at + 1)}`;
  return word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
}

const letters = 'abcdefghilmnoprstuvz'.split('');

/** The calls by kind, each with many different words. */
function makeCalls(): Array<[kind: string, calls: Call[]]> {
  const words = makeWords(20_000);
  const long = (list: string[]) => list.filter((word) => word.length >= 5);
  const frequent = words.slice(1, 41);
  const texts = (list: string[]): Call[] => list.map((text) => ({ text }));
  const pairs = [...letters.map((letter) => `${letter}a`), ...letters.map((letter) => `${letter}e`)];
  const filters = [
    `p_categoria => 'dlc'`,
    `p_precio_max => 3`,
    `p_categoria => 'evento', p_precio_max => 5, p_oferta => true`,
    `p_genero => 'Terror', p_version => '1.21'`,
    `p_version => '1.7', p_oferta => true`,
  ];
  const orders = ['precio_asc', 'precio_desc', 'nuevos', 'populares'];
  const each = (list: string[], options: string[]): Call[] =>
    list.flatMap((text) => options.map((option) => ({ text, filters: option })));
  return [
    [
      'a word of 100,000 names and more',
      texts(['de', 'pack', 'mundo', 'la', 'the', 'lucia', 'martin', 'rpg', 'magia']),
    ],
    ['a frequent word', texts(frequent)],
    ['a frequent word, misspelt', texts(long(frequent).map(misspell))],
    [
      'a frequent word with accents',
      texts(['dragón', 'economía', 'héroes', 'volcán', 'océano', 'música', 'otoño', 'mágia', 'múndo']),
    ],
    [
      'the beginning of a frequent word',
      texts(frequent.filter((word) => word.length > 3).map((word) => word.slice(0, 3))),
    ],
    ['a word in the middle', texts(some(words, 60, 23, 60))],
    ['a rare word', texts(some(words, 5_000, 271, 55))],
    ['a rare word, misspelt', texts(long(some(words, 5_000, 173, 60)).map(misspell))],
    [
      'a text that nothing is called',
      texts(['xyzzyq', 'qwrtzp', 'zombis espaciales', 'wxyxw', 'jjjjk', 'odeo', 'ando', 'ka lo mi']),
    ],
    ['two frequent words', texts(frequent.slice(0, 20).map((word, index) => `${word} ${frequent[index + 15]}`))],
    ['a frequent word and a rare one', texts(frequent.map((word, index) => `${word} ${words[4_000 + index * 97]}`))],
    ['three words', texts(frequent.map((word, index) => `de ${word} ${words[40 + index * 3]}`))],
    ['"de" and other words of two letters', texts(['de', 'la', 'el', 'of', ...pairs])],
    ['one letter', texts(letters)],
    ['a letter and a rare word', texts(letters.map((letter, index) => `${letter} ${words[3_000 + index * 131]}`))],
    ['a version', texts(['1.2', '1.20', '1.21', 'v1.8', 'pack 1.7', '1.99', 'dragon 1.3'])],
    ['suggestion: one letter', letters.map((text) => ({ text, suggest: true }))],
    ['suggestion: two letters', pairs.map((text) => ({ text, suggest: true }))],
    ['suggestion: a frequent word', frequent.map((text) => ({ text, suggest: true }))],
    [
      'suggestion: a rare word, misspelt',
      long(some(words, 6_000, 173, 40)).map((word, n) => ({ text: misspell(word, n), suggest: true })),
    ],
    ['count: a frequent word', frequent.map((text) => ({ text, count: true }))],
    ['count: a word in the middle', some(words, 60, 23, 60).map((text) => ({ text, count: true }))],
    ['a frequent word, in texts alone', texts(frequent.map((word) => `${word}ando`))],
    ['a rare word, in texts alone', texts(some(words, 5_000, 271, 40).map((word) => `${word}ero`))],
    [
      'words in texts alone, misspelt',
      texts(long(some(words, 60, 97, 40)).map((word, n) => misspell(`${word}ando`, n))),
    ],
    ['words of a name and of a text', texts(frequent.map((word, index) => `${word} ${words[300 + index * 7]}ando`))],
    [
      'filters on words in texts',
      each(
        frequent.slice(0, 12).map((word) => `${word}ero`),
        filters,
      ),
    ],
    ['suggestion of creators', firstNames.slice(0, 40).map((text) => ({ text: text.slice(0, 4), creators: true }))],
    [
      'did you mean',
      some(words, 6_000, 173, 40).map((word, n) => ({ text: misspell(misspell(`${word}qo`, n), n + 1), meant: true })),
    ],
    ['filters on a frequent word', each(frequent.slice(0, 12), filters)],
    ['filters on one letter', each(['d', 'm', 'z'], filters)],
    [
      'orders of a frequent word',
      each(
        frequent.slice(0, 12),
        orders.map((order) => `p_orden => '${order}'`),
      ),
    ],
    [
      'orders of a word in the middle',
      each(
        some(words, 60, 97, 12),
        orders.map((order) => `p_orden => '${order}'`),
      ),
    ],
    [
      'orders of a rare word',
      each(
        some(words, 5_000, 971, 12),
        orders.map((order) => `p_orden => '${order}'`),
      ),
    ],
    [
      'orders of one letter, filtered',
      each(
        ['d', 'm', 'z'],
        orders.map((order) => `p_orden => '${order}', p_categoria => 'dlc', p_precio_max => 20`),
      ),
    ],
    [
      'a genre, by each order',
      orders.map((order) => ({
        text: null,
        filters: `p_genero => 'Terror', p_version => '1.21', p_orden => '${order}'`,
      })),
    ],
  ];
}

/**
 * Measures searches and suggestions, each as one statement on one connection. A warm-up run of each kind is not
 * counted.
 *
 * @param sql a database of `loadData`
 * @param report receives the latencies of each kind, in milliseconds
 */
export async function measureTimes(sql: postgres.Sql, report: (timing: Timing) => void): Promise<void> {
  const ask = async ({ text, filters, suggest, count, creators, meant }: Call) => {
    const named = filters ? `, ${filters}` : '';
    const began = performance.now();
    if (suggest) await sql`select * from sugerir_productos(${text})`;
    else if (creators) await sql`select * from sugerir_creadores(${text})`;
    else if (meant) await sql`select quiso_decir(${text})`;
    else if (count) await sql`select contar_productos(${text})`;
    else await sql.unsafe(`select * from buscar_productos($1${named}, p_limite => 25)`, [text]);
    return performance.now() - began;
  };
  for (const [kind, all] of makeCalls()) {
    const calls = all.filter((_, index) => all.length <= mostCalls || index % Math.ceil(all.length / mostCalls) === 0);
    for (const call of calls) await ask(call);
    const times: number[] = [];
    for (const call of calls) times.push(await ask(call));
    times.sort((one, other) => one - other);
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
    report({ kind, calls: calls.length, p50: at(0.5), p95: at(0.95), max: at(1) });
  }
}
