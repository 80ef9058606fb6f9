/**
 * Stands in for a query of the database: it accepts any filter, and is answered when it is awaited.
 *
 * @param note is told of every filter: its name, and what it was given
 */
export function stubQuery(answer: () => unknown, note: (filter: unknown[]) => void = () => {}): unknown {
  const query: unknown = new Proxy(
    {},
    {
      get: (_, name) => {
        if (name === 'then') return (done: (answer: unknown) => void) => done(answer());
        return (...given: unknown[]) => {
          note([name, ...given]);
          return query;
        };
      },
    },
  );
  return query;
}
