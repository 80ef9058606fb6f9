/** The rows that the database answers, query by query, and everything that the queries named. */
export const database = { rows: [] as unknown[], filters: [] as unknown[][] };

/** In place of a query: any filter is accepted, and the end is the next answer. */
const query: unknown = new Proxy(
  {},
  {
    get: (_, name) => {
      if (name !== 'then') return (...given: unknown[]) => database.filters.push([name, ...given]) && query;
      return (done: (answer: unknown) => void) => done({ data: database.rows.shift() ?? null, error: null });
    },
  },
);

export const client = { from: (table: string) => database.filters.push(['from', table]) && query };
