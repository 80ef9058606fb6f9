import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findAnyPorts } from '@unstore/processes';
import { afterAll, expect, test } from 'vitest';
import { startMailbox } from '../../../local/shop/mailbox.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'unstore-mailbox-'));
afterAll(() => rm(dataDir, { recursive: true }));

test('a client that disconnects during a response does not end the mailbox', async () => {
  const { smtp, web } = await findAnyPorts('smtp', 'web');
  const mailbox = await startMailbox({ smtpPort: smtp, webPort: web, dataDir });
  for (let caller = 0; caller < 5; caller += 1) {
    const socket = connect(smtp, '127.0.0.1').on('error', () => {});
    await once(socket, 'data');
    socket.write('EHLO shop\r\nMAIL FROM:<a@b.example>\r\n');
    await once(socket, 'data');
    socket.write('RCPT TO:<c@d.example>\r\n', () => socket.resetAndDestroy());
    await once(socket, 'close');
  }
  const socket = connect(smtp, '127.0.0.1');
  expect(String(await once(socket, 'data'))).toMatch(/^220 /);
  socket.destroy();
  await mailbox.stop();
});

test('a port in use fails the start', async () => {
  const { smtp, web } = await findAnyPorts('smtp', 'web');
  const taken = createServer().listen(smtp, '127.0.0.1');
  await once(taken, 'listening');
  await expect(startMailbox({ smtpPort: smtp, webPort: web, dataDir })).rejects.toThrow('EADDRINUSE');
  taken.close();
});
