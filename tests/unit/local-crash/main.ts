import { guardDriver } from '@unstore/local-supabase/guard-driver';

guardDriver();
const { startStack } = await import('../../../local/shop/stack.ts');
const { findAnyPorts } = await import('@unstore/processes');

const ports = await findAnyPorts('shop', 'api', 'database', 'payments', 'mailbox', 'smtp');
const stack = await startStack({ dataDir: process.argv[2] ?? '', ports, withGoods: false });
const key = stack.env.SUPABASE_SECRET_KEY ?? '';

/** Sends a request that takes the database a while; returns the status, or 0 if the connection was cut. */
const ask = () =>
  fetch(`${stack.env.SUPABASE_URL}/rest/v1/rpc/diagnosticar`, {
    method: 'POST',
    body: '{}',
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  }).then(
    async (answer) => {
      await answer.text();
      return answer.status;
    },
    () => 0,
  );

let isOver = false;
const asking = Array.from({ length: 4 }, async () => {
  while (!isOver) await ask();
});
await ask();
await stack.crashDatabase();
const after = await Promise.all([ask(), ask(), ask()]);
isOver = true;
await Promise.all(asking);
console.log(JSON.stringify({ after }));
await stack.stop();
process.exit(0);
