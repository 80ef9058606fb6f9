import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type postgres from 'postgres';

export type Quality = {
  kind: string;
  queries: number;
  /** Share of queries whose first result is an expected one. */
  first: number;
  /** Precision at 5, relative to the best possible value; the mean of all queries. */
  precision: number;
  /** Queries with another first result. */
  missed: string[];
};

const creators: Record<string, string> = {
  unstore: 'UnStore',
  forjabit: 'Forjabit',
  lumbre: 'Estudio Lumbre',
  nodonorte: 'Nodo Norte',
  aurelia: 'Aurelia Vox',
  marea: 'Marea Baja',
  orbita9: 'Órbita 9',
  pixelar: 'Píxel Ártico',
};

const list = (field: string | undefined) => (field ? field.split('; ') : []);

/** The rows of a table of this folder, without its header. */
async function readTable(file: string): Promise<string[][]> {
  const text = await readFile(join(import.meta.dirname, file), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));
}

/** Fills an empty migrated database with the catalogue of the recorded queries. */
async function loadCatalogue(sql: postgres.Sql): Promise<void> {
  const ids = new Map(Object.keys(creators).map((username) => [username, randomUUID()]));
  for (const [username, id] of ids)
    await sql`insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
      values (${id}, ${`${username}@gmail.com`}, now(), ${sql.json({ username, display_name: creators[username] ?? '' })})`;
  const texts = new Map((await readTable('texts.tsv')).map(([name = '', ...columns]) => [name, columns]));
  const rows = (await readTable('products.tsv')).map(
    ([nombre = '', nombre_en = '', genres, creator = '', views], index) => ({
      nombre,
      acerca_de: texts.get(nombre)?.[0] ?? '',
      descripcion: texts.get(nombre)?.[1] ?? '',
      acerca_de_en: texts.get(nombre)?.[2] || null,
      descripcion_en: texts.get(nombre)?.[3] || null,
      nombre_en: nombre_en || null,
      slug: `producto-${index}`,
      precio: 5 + (index % 20),
      portada_url: '/media/portadas/p.webp',
      category: texts.has(nombre) ? 'plugin' : ['plugin', 'serie', 'dlc', 'evento'][index % 4],
      status: 'approved',
      visitas: Number(views),
      usuario_id: ids.get(creator),
      generos: list(genres),
    }),
  );
  await sql`insert into productos ${sql(rows as never)}`;
}

/**
 * Runs the recorded queries and compares their first five results with the expected ones.
 *
 * @param sql an empty migrated database
 * @returns a line for each kind of query, and one for all
 */
export async function measureQuality(sql: postgres.Sql): Promise<Quality[]> {
  await loadCatalogue(sql);
  const answers: Array<{ kind: string; text: string; first: boolean; precision: number }> = [];
  const find = (text: string) => sql`select nombre from buscar_productos(${text}, p_limite => 5)`;
  for (const [kind = '', text = '', first, others] of await readTable('queries.tsv')) {
    if (kind === 'meant') {
      // The suggestion is expected, or an automatic correction of the text.
      const [[own], [meant]] = await Promise.all([find(text), find(first ?? '')]);
      const [row] = own ? [] : await sql`select quiso_decir(${text}) as suggestion`;
      const isRight = row ? row.suggestion === (first || null) : own?.nombre === meant?.nombre;
      answers.push({
        kind,
        text: `${text} (${row?.suggestion ?? own?.nombre})`,
        first: isRight,
        precision: Number(isRight),
      });
      continue;
    }
    const expected = list(first);
    const fitting = new Set([...expected, ...list(others)]);
    const names: string[] = (await find(text)).map(({ nombre }) => nombre);
    answers.push({
      kind,
      text,
      first: expected.includes(names[0] ?? ''),
      precision: names.filter((name) => fitting.has(name)).length / Math.min(5, fitting.size),
    });
  }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const summary = (kind: string, of: typeof answers): Quality => ({
    kind,
    queries: of.length,
    first: mean(of.map((answer) => Number(answer.first))),
    precision: mean(of.map(({ precision }) => precision)),
    missed: of.filter((answer) => !answer.first).map(({ text }) => text),
  });
  const kinds = [...new Set(answers.map(({ kind }) => kind))];
  return [
    ...kinds.map((kind) =>
      summary(
        kind,
        answers.filter((answer) => answer.kind === kind),
      ),
    ),
    summary('all', answers),
  ];
}
