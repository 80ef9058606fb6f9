import type postgres from 'postgres';

/** What the events of the past write, and whether times to come belong to the event as well. */
const tables: Array<{ name: string; withFuture?: boolean }> = [
  { name: 'pagos', withFuture: true },
  { name: 'adquisiciones' },
  { name: 'movimientos_ingresos' },
  { name: 'movimientos_uncoins' },
  { name: 'facturas' },
  { name: 'correos' },
  { name: 'notificaciones' },
  { name: 'logros_usuario' },
  { name: 'reembolsos' },
  { name: 'disputas' },
  { name: 'casos_admin' },
  { name: 'auditoria' },
  { name: 'withdrawals' },
  { name: 'resenas' },
  { name: 'follows' },
  { name: 'favoritos' },
  { name: 'suscripciones', withFuture: true },
  { name: 'suscripciones_historial', withFuture: true },
  { name: 'cargos_club', withFuture: true },
];

/** Longer than the whole replay takes. */
const during = "interval '1 hour'";

/**
 * Makes `pg_temp.retrasar`, which moves what was written in this transaction, and not moved yet, into the past.
 *
 * @param sql a transaction that has written nothing into these tables
 */
export async function createBackdate(sql: postgres.Sql): Promise<void> {
  const columns = await sql<Array<{ table: string; name: string }>>`
    select table_name as table, column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = any (${tables.map(({ name }) => name)})
      and data_type = 'timestamp with time zone' order by table_name, ordinal_position`;
  const updates = tables.map(({ name, withFuture }) => {
    const times = columns.filter(({ table }) => table === name).map((column) => `t."${column.name}"`);
    const isNow = (time: string) => `${time} >= now() and ${time} < now() + ${during}`;
    const isMoved = (time: string) => (withFuture ? `${time} >= now() and ${time} < 'infinity'` : isNow(time));
    const moved = times.map(
      (time) => `${time.slice(2)} = case when ${isMoved(time)} then ${time} - p else ${time} end`,
    );
    return `update public.${name} t set ${moved.join(', ')} where ${times.map((time) => `(${isNow(time)})`).join(' or ')};`;
  });
  // Coins of the Club are named by their month.
  const coins = `update public.movimientos_uncoins set clave = regexp_replace(clave, ':\\d{4}-\\d{2}:',
    ':' || to_char((now() - p) at time zone 'UTC', 'YYYY-MM') || ':')
    where concepto = 'club' and created_at >= now();`;
  await sql.unsafe(`create function pg_temp.retrasar(p interval) returns void language plpgsql as $$
    begin ${[coins, ...updates].join('\n')} end $$`);
}
