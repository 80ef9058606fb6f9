import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { expect } from '@playwright/test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { actingAs, database } from './support/database.ts';
import { createProduct } from './support/goods.ts';
import { test } from './support/http.ts';
import { runCron } from './support/job.ts';
import { listen } from './support/listener.ts';
import { createPerson, type Person } from './support/people.ts';
import { reportReversals, sell } from './support/sales.ts';

async function addHook(creator: Person, url: string): Promise<string> {
  let secret = '';
  await actingAs(creator, async (sql) => {
    const [row] = await sql`select crear_webhook(${url}, '{sale,refund,license}') as made`;
    secret = row?.made.secreto;
  });
  return secret;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('the example listener handles a sale and its refund once and refuses a forged webhook', async () => {
  const creator = await createPerson();
  const product = await createProduct({ usuario_id: creator.id });
  await actingAs(creator, (sql) => sql`select ajustar_licencias(${product.id}, true, 2)`);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/hook`;
  const secret = await addHook(creator, url);
  const example = spawn(process.execPath, ['docs/creators/examples/listener.mjs', String(port)], {
    env: { ...process.env, WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said: string[] = [];
  createInterface(example.stdout).on('line', (line) => said.push(line));
  await expect.poll(() => said).toEqual(['listening']);

  const sale = await sell(product);
  await runCron();
  const sold = () => said.filter((line) => line.startsWith(`sold ${product.slug} for`));
  await expect.poll(sold).toHaveLength(1);
  const [payment] = await database()`select total_centimos as cents from pagos where id = ${sale.payment}`;
  const refund = { referencia: `re_${randomUUID()}`, estado: 'hecho', centimos: payment?.cents, propio: null };
  await reportReversals(sale, { reembolsos: [{ ...refund, created_at: new Date().toISOString() }] });
  // Delivered events are sent again, as after a lost response.
  await database()`update envios_webhook set estado = 'esperando', proximo_at = now()
    where estado = 'entregado' and destino_id in (select id from destinos_webhook where url = ${url})`;
  await runCron();
  await expect.poll(() => said.filter((line) => line.endsWith('has ended: refunded'))).toHaveLength(1);
  await expect
    .poll(
      () => database()`select 1 from envios_webhook e join destinos_webhook d on d.id = e.destino_id
      where d.url = ${url} and e.estado <> 'entregado'`,
    )
    .toHaveLength(0);
  expect(sold()).toHaveLength(1);
  expect(said).toContain('refund.created');

  const forged = await fetch(url, {
    method: 'POST',
    headers: {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': 'v1,x',
    },
    body: '{"type":"sale.created"}',
  });
  expect(forged.status).toBe(401);
  example.kill();
});

test('a webhook matches its published schema, and a failed delivery is retried with the same id', async () => {
  let status = 503;
  const program = await listen(() => status);
  const creator = await createPerson();
  await addHook(creator, program.address);
  await sell(await createProduct({ usuario_id: creator.id }));
  await runCron();
  const states = () => database()`select e.estado, e.codigo from envios_webhook e
    join destinos_webhook d on d.id = e.destino_id where d.url = ${program.address}`;
  await expect.poll(states).toEqual([{ estado: 'esperando', codigo: 503 }]);
  status = 200;
  await database()`update destinos_webhook set descansa_hasta = null where url = ${program.address}`;
  await database()`update envios_webhook e set proximo_at = now() from destinos_webhook d
    where d.id = e.destino_id and d.url = ${program.address}`;
  await runCron();
  await expect.poll(() => program.heard.length).toBe(2);
  const [first, second] = program.heard;
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(second?.body).toBe(first?.body);

  const served = await (await fetch(`${process.env.SITE_URL}/api/v1/openapi.json`)).json();
  const ajv = new Ajv2020({ strict: false, validateFormats: true });
  formats.default(ajv);
  ajv.addSchema({ ...served, $id: 'api' });
  const validate = ajv.getSchema('api#/components/schemas/SaleCreatedEvent');
  expect(validate?.(JSON.parse(first?.body ?? '')), ajv.errorsText(validate?.errors)).toBe(true);
  expect(first?.body).not.toContain('jugador');
  await program.close();
});
