import { readFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { inTime } from '@unstore/processes';
import type postgres from 'postgres';
import type { ChaosShop } from './shop.ts';

/** Limit of the examples of a kind. */
const most = 10;

type Payment = { id: string; provider: string; reference: string | null; state: string; reason: string | null };

async function openPayments(sql: postgres.Sql): Promise<string[]> {
  const rows = await inTime(
    'reading the payments',
    10,
    sql<Payment[]>`
      select id, proveedor as provider, referencia as reference, estado as state, motivo_no_entregado as reason
      from pagos where estado in ('creado', 'pagado') and proveedor in ('stripe', 'paypal') order by created_at`,
  );
  return [
    `${rows.length} payments are not settled in the shop`,
    ...rows
      .slice(0, most)
      .map(({ id, provider, reference, state, reason }) =>
        [`payment ${id}`, provider, reference ?? 'without a page', state, reason].filter(Boolean).join(', '),
      ),
  ];
}

type Waiting = { type: string; status: string; note: string | null; attempts: number; due: number; responses: string };

function openWebhooks(providerFile: string): string[] {
  const db = new DatabaseSync(providerFile, { readOnly: true });
  try {
    const rows = db
      .prepare(`select e.type, d.status, d.note, d.attempts, d.due_at as due, d.responses
        from deliveries d join events e on e.id = d.event_id where d.status in ('pending', 'held') order by d.id`)
      .all() as unknown as Waiting[];
    return [
      `${rows.length} webhooks wait`,
      ...rows.slice(0, most).map(({ type, status, note, attempts, due, responses }) => {
        const last = (JSON.parse(responses) as Array<{ status: number | null; body: string; error?: string }>).at(-1);
        const answer = last ? `, the last one: ${last.status ?? last.error} ${last.body.slice(0, 100)}` : '';
        const wait = Math.round((due - Date.now()) / 1000);
        return `${type}: ${status}${note ? ` (${note})` : ''}, ${attempts} tries, due in ${wait} s${answer}`;
      }),
    ];
  } finally {
    db.close();
  }
}

async function lastErrors(logs: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    logs.map(async (file) => {
      const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n').filter(Boolean);
      return lines.slice(-most).map((line) => `${file.split('/').at(-1)}: ${line.slice(0, 300)}`);
    }),
  );
  return found.flat();
}

/** Unsettled payments, pending messages and the last log lines of the nodes, each as a line. */
export async function readOpenEnds(sql: postgres.Sql, shop: ChaosShop): Promise<string[]> {
  const payments = await openPayments(sql).catch((error: Error) => [`the payments cannot be read: ${error.message}`]);
  return [...payments, ...openWebhooks(shop.providerFile), ...(await lastErrors(shop.logs))];
}
