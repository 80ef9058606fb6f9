import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export type Kind = 'session' | 'payment_intent' | 'charge' | 'refund' | 'event' | 'idempotency' | 'delivery' | 'fault';

/** Objects of the simulated providers, kept in a file so that they survive a restart. */
export function openStore(dataDir: string) {
  mkdirSync(dataDir, { recursive: true });
  const database = new DatabaseSync(join(dataDir, 'payments.sqlite'));
  database.exec(`
    pragma journal_mode = wal;
    create table if not exists objects (
      kind text not null, id text not null, body text not null, position integer primary key autoincrement,
      unique (kind, id)
    )`);
  const select = database.prepare('select body from objects where kind = ? and id = ?');
  const selectAll = database.prepare('select body from objects where kind = ? order by position');
  const upsert = database.prepare(
    'insert into objects (kind, id, body) values (?, ?, ?) on conflict (kind, id) do update set body = excluded.body',
  );
  const remove = database.prepare('delete from objects where kind = ? and id = ?');
  return {
    get<Value>(kind: Kind, id: string): Value | undefined {
      const row = select.get(kind, id) as { body: string } | undefined;
      return row && (JSON.parse(row.body) as Value);
    },
    list<Value>(kind: Kind): Value[] {
      return (selectAll.all(kind) as { body: string }[]).map(({ body }) => JSON.parse(body) as Value);
    },
    put(kind: Kind, id: string, value: unknown): void {
      upsert.run(kind, id, JSON.stringify(value));
    },
    remove(kind: Kind, id: string): void {
      remove.run(kind, id);
    },
    close: () => database.close(),
  };
}

export type Store = ReturnType<typeof openStore>;
