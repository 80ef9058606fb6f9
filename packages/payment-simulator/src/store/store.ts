import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { SCHEMA } from './schema.ts';

export type Stored<Body, Hidden = Record<string, unknown>> = {
  seq: number;
  id: string;
  kind: string;
  /** The checkout, order, payout batch or customer of the object; faults select by it. */
  root: string;
  body: Body;
  /** State that the provider does not expose. */
  hidden: Hidden;
};

type ObjectRow = { seq: number; id: string; kind: string; root: string; body: string; hidden: string };

function parseRow<B, H>(row: ObjectRow): Stored<B, H> {
  return { ...row, body: JSON.parse(row.body) as B, hidden: JSON.parse(row.hidden) as H };
}

/** The state of the simulator in one SQLite file: provider objects as documents, and the outbox. */
export class Store {
  readonly db: DatabaseSync;
  private readonly statements = new Map<string, StatementSync>();
  private depth = 0;

  constructor(dataDir: string) {
    mkdirSync(dataDir, { recursive: true });
    this.db = new DatabaseSync(join(dataDir, 'payment-providers.sqlite'));
    this.db.exec(
      'pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000; pragma foreign_keys = on;',
    );
    this.db.exec(SCHEMA);
  }

  private prepare(sql: string): StatementSync {
    let statement = this.statements.get(sql);
    if (!statement) {
      statement = this.db.prepare(sql);
      this.statements.set(sql, statement);
    }
    return statement;
  }

  all<T>(sql: string, ...values: SQLInputValue[]): T[] {
    return this.prepare(sql).all(...values) as T[];
  }

  one<T>(sql: string, ...values: SQLInputValue[]): T | undefined {
    return this.prepare(sql).get(...values) as T | undefined;
  }

  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.prepare(sql).run(...values).lastInsertRowid);
  }

  /** Runs `work` in a transaction, or in the current one. */
  tx<T>(work: () => T): T {
    if (this.depth > 0) return work();
    this.db.exec('begin immediate');
    this.depth++;
    try {
      const result = work();
      this.db.exec('commit');
      return result;
    } catch (error) {
      this.db.exec('rollback');
      throw error;
    } finally {
      this.depth--;
    }
  }

  put(kind: string, body: { id: string }, options: { root: string; hidden?: object }): void {
    this.run(
      'insert into objects (id, kind, root, body, hidden) values (?, ?, ?, ?, ?)',
      body.id,
      kind,
      options.root,
      JSON.stringify(body),
      JSON.stringify(options.hidden ?? {}),
    );
  }

  save(object: Stored<unknown, unknown>): void {
    this.run(
      'update objects set body = ?, hidden = ? where id = ?',
      JSON.stringify(object.body),
      JSON.stringify(object.hidden),
      object.id,
    );
  }

  get<B, H = Record<string, unknown>>(kind: string, id: string): Stored<B, H> | undefined {
    const row = this.one<ObjectRow>('select * from objects where id = ? and kind = ?', id, kind);
    return row && parseRow<B, H>(row);
  }

  any(id: string): Stored<Record<string, unknown>> | undefined {
    const row = this.one<ObjectRow>('select * from objects where id = ?', id);
    return row && parseRow(row);
  }

  /**
   * Objects of a kind, newest first, with these values at these JSON paths. The paths are literals of the query, so
   * that it can use the indexes of the schema.
   */
  find<B, H = Record<string, unknown>>(kind: string, where: Record<string, string | undefined> = {}): Stored<B, H>[] {
    const filters = Object.entries(where).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const conditions = filters.map(([path]) => `and json_extract(body, '$.${path}') = ?`).join(' ');
    const rows = this.all<ObjectRow>(
      `select * from objects where kind = ? ${conditions} order by seq desc`,
      kind,
      ...filters.map(([, value]) => value),
    );
    return rows.map((row) => parseRow<B, H>(row));
  }

  family(root: string): Stored<Record<string, unknown>>[] {
    return this.all<ObjectRow>('select * from objects where root = ? order by seq', root).map((row) => parseRow(row));
  }

  /** A stored value, generated once, such as the signing key of PayPal's webhooks. */
  setting(name: string, make?: () => string): string | undefined {
    const found = this.one<{ value: string }>('select value from settings where name = ?', name)?.value;
    if (found !== undefined || !make) return found;
    const value = make();
    this.setSetting(name, value);
    return value;
  }

  setSetting(name: string, value: string): void {
    this.run(
      'insert into settings (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
      name,
      value,
    );
  }

  close(): void {
    this.statements.clear();
    this.db.close();
  }
}
