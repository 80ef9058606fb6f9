import { stubQuery } from '../query-stub.ts';

/** The rows that the database answers, query by query, and everything that the queries named. */
export const database = { rows: [] as unknown[], filters: [] as unknown[][] };

const note = (filter: unknown[]) => database.filters.push(filter);
const query = stubQuery(() => ({ data: database.rows.shift() ?? null, error: null }), note);

export const client = { from: (table: string) => note(['from', table]) && query };
