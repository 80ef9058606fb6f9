import { setTimeout as delay } from 'node:timers/promises';
import { Hung, inTime } from '@unstore/processes';
import type postgres from 'postgres';
import { isAway } from './away.ts';

/** Totals that no operation changes. */
type Totals = {
  /** Coin balances minus the sum of their ledger. */
  coins: number;
  /** Units of limited products, available or sold. */
  units: number;
  /** Redeem codes, used or not. */
  codes: number;
};

export type Snapshot = { at: number; totals: Totals; broken: string[]; negative: number };

/** A consistent snapshot of the database: ledger invariants, totals and negative balances. */
export async function takeSnapshot(sql: postgres.Sql): Promise<Snapshot> {
  return (await sql.begin('isolation level repeatable read read only', async (begun) => {
    // The package's transaction type lacks the call signature.
    const own = begun as unknown as postgres.Sql;
    const checks = await own<Array<{ name: string; found: number; examples: unknown }>>`
      select nombre as name, cuenta::int as found, ejemplos as examples from privado.invariantes() where cuenta > 0`;
    const [totals] = await own<Totals[]>`
      select (select coalesce(sum(uncoins), 0) from usuarios_meta)::int
          - (select coalesce(sum(cantidad), 0) from movimientos_uncoins)::int as coins,
        (select coalesce(sum(unidades), 0) from productos where unidades is not null)::int
          + (select count(*) from pagos p join productos x on x.id = p.producto_id
            where x.unidades is not null and p.entregado_at is not null)::int as units,
        (select count(*)::int from codigos_canjes) as codes`;
    const [below] = await own<Array<{ count: number }>>`
      select ((select count(*) from productos where unidades < 0)
        + (select count(*) from usuarios_meta u where u.uncoins < 0 and not exists (
          select from casos_admin c join pagos p on p.id = c.pago_id
          where c.tipo = 'uncoins_gastados' and p.destinatario_id = u.id)))::int as count`;
    return {
      at: Date.now(),
      totals: totals as Totals,
      broken: checks.map(({ name, found, examples }) => `${name} (${found}): ${JSON.stringify(examples)}`),
      negative: below?.count ?? 0,
    };
  })) as Snapshot;
}

/** Timeout of a snapshot, in seconds: a crash leaves some of the driver's queries pending for ever. */
const patience = 30;

/** Takes snapshots until stopped. A snapshot interrupted by a crash of the database is counted and dropped. */
export function startSnapshots(sql: postgres.Sql, everyMs: number) {
  const taken: Snapshot[] = [];
  let missed = 0;
  let isOver = false;
  const work = (async () => {
    while (!isOver) {
      try {
        taken.push(await inTime('a snapshot', patience, takeSnapshot(sql)));
      } catch (error) {
        if (!isAway(error) && !(error instanceof Hung)) throw error;
        missed += 1;
      }
      await delay(everyMs);
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await work;
      return { taken, missed };
    },
  };
}
