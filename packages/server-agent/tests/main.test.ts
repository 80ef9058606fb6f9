import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openShop, Refused } from '../src/shop.ts';

test('a copy of the folder runs without any packages', () => {
  const copy = mkdtempSync(join(tmpdir(), 'agent-'));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  for (const part of ['package.json', 'src']) {
    cpSync(join(import.meta.dirname, '..', part), join(copy, part), { recursive: true });
  }
  writeFileSync(join(copy, 'server-agent.env'), 'UNSTORE_URL=shop\n');
  const { stderr, status } = spawnSync(process.execPath, ['src/main.ts'], { cwd: copy, encoding: 'utf8' });
  expect(stderr).toMatch(/^UNSTORE_URL: .+\nUNSTORE_KEY: .+\nRCON_PASSWORD: .+$/m);
  expect(status).toBe(1);
});

test('an answer that is not the shop’s is refused', async () => {
  const answers = [
    { lease_seconds: 60, deliveries: [] },
    { lease_seconds: 60, deliveries: [{ id: 1 }] },
    { error: 'x' },
    null,
  ];
  const server = createServer((_request, response) => response.end(JSON.stringify(answers.shift()))).listen(0);
  onTestFinished(() => void server.close());
  const shop = openShop(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'k', '0');
  expect(await shop.fetch()).toEqual({ leaseMs: 60_000, deliveries: [] });
  for (const _ of answers.slice()) await expect(shop.fetch()).rejects.toThrow('does not answer as the shop does');
});

test('only a refusal by the shop ends the agent, not one by a proxy before it', async () => {
  const bodies = ['<html>Forbidden</html>', JSON.stringify({ code: 'forbidden' })];
  const server = createServer((_request, response) => {
    response.statusCode = 403;
    response.end(bodies.shift());
  }).listen(0);
  onTestFinished(() => void server.close());
  const shop = openShop(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'k', '0');
  expect(await shop.fetch().catch((problem: unknown) => problem)).not.toBeInstanceOf(Refused);
  expect(await shop.fetch().catch((problem: unknown) => problem)).toBeInstanceOf(Refused);
});
