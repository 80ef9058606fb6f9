type Row = Record<string, unknown>;

const valueAt = (row: Row, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Row | undefined)?.[name], row);

/** Splits at the commas outside of parentheses. */
const listed = (columns: string): string[] => columns.split(/,(?![^(]*\))/);

/** The named columns of a row. `table!key(columns)` names those of its relation. */
function pick(row: Row, columns: string): Row {
  return Object.fromEntries(
    listed(columns).map((column) => {
      const [, name = '', inner] = /^(\w+)(?:![\w]+)?(?:\((.*)\))?$/.exec(column) ?? [];
      if (!(name in row)) throw new Error(`no column ${column}`);
      if (!inner) return [name, row[name]];
      const related = row[name] as Row | Row[];
      return [name, Array.isArray(related) ? related.map((one) => pick(one, inner)) : pick(related, inner)];
    }),
  );
}

/** A query of a table in memory: filters, orders and pages as those of the database's API, as far as tests need them. */
export function tableQuery(rows: Row[]) {
  let found = [...rows];
  let columns = '';
  let isCount = false;
  let isOne = false;
  const orders: [path: string, sign: number][] = [];
  const keep = (test: (value: string, given: string) => boolean) => (path: string, given: unknown) => {
    found = found.filter((row) => test(valueAt(row, path) as string, given as string));
    return query;
  };
  let cut = (all: Row[]) => all;
  const slice = (from: number, end: number) => {
    cut = (all) => all.slice(from, end);
    return query;
  };
  function answer() {
    const sorted = found.toSorted((a, b) => {
      for (const [path, sign] of orders) {
        const [one, other] = [valueAt(a, path), valueAt(b, path)] as [string, string];
        if (one !== other) return one < other ? -sign : sign;
      }
      return 0;
    });
    const data = cut(sorted).map((row) => pick(row, columns));
    return { data: isCount ? null : isOne ? (data[0] ?? null) : data, count: found.length, error: null, status: 200 };
  }
  const query = {
    select(named: string, { head = false }: { head?: boolean } = {}) {
      columns = named;
      isCount = head;
      return query;
    },
    eq: keep((value, given) => value === given),
    neq: keep((value, given) => value !== given),
    gte: keep((value, given) => value >= given),
    lt: keep((value, given) => value < given),
    in: keep((value, given) => given.includes(value)),
    order(path: string, { ascending = true }: { ascending?: boolean } = {}) {
      orders.push([path, ascending ? 1 : -1]);
      return query;
    },
    range: (from: number, to: number) => slice(from, to + 1),
    limit: (count: number) => slice(0, count),
    maybeSingle() {
      isOne = true;
      return query;
    },
    // biome-ignore lint/suspicious/noThenProperty: a query of the database is awaited.
    then: (done: (given: unknown) => unknown) => Promise.resolve(answer()).then(done),
  };
  return query;
}
