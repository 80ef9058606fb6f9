import { once } from 'node:events';
import { type AddressInfo, createServer, Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readSignatures, scan } from '@/lib/safety/clamd';
import { startClamd } from '../../../scripts/tools/clamd.ts';

/** A scanner with a given answer, which remembers the input of its last connection. */
async function pretend(answer: (received: Buffer, socket: Socket) => void) {
  const sent = { bytes: Buffer.alloc(0) };
  const server = createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (part) => {
      received = Buffer.concat([received, part]);
      sent.bytes = received;
      answer(received, socket);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`, sent, stop: () => void server.close() };
}

async function* parts(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

/** True once the empty part has arrived. */
function isWhole(received: Buffer) {
  let at = 'zINSTREAM\0'.length;
  while (at + 4 <= received.length) {
    const length = received.readUInt32BE(at);
    if (length === 0) return true;
    at += 4 + length;
  }
  return false;
}
const answering = (text: string) => pretend((received, socket) => void (isWhole(received) && socket.end(`${text}\0`)));

/** Time limits of sockets become a thousandth of themselves. */
function hurry() {
  const { setTimeout: limit } = Socket.prototype;
  const spy = vi.spyOn(Socket.prototype, 'setTimeout').mockImplementation(function (this: Socket, ms, late) {
    return limit.call(this, ms / 1000, late);
  });
  onTestFinished(() => spy.mockRestore());
}

test("a stream is sent in chunks with their lengths, and the scanner's response is parsed", async () => {
  const { url, sent } = await answering('stream: OK');
  expect(await scan(url, parts('abc', 'de'))).toEqual({ kind: 'clean' });
  expect(sent.bytes.toString('latin1')).toBe('zINSTREAM\0\0\0\0\x03abc\0\0\0\x02de\0\0\0\0');
  const bad = await answering('stream: Eicar-Test-Signature FOUND');
  expect(await scan(bad.url, parts('abc'))).toEqual({ kind: 'found', finding: 'Eicar-Test-Signature' });
});

test('a file is not clean if the scanner stops above its limit, fails or does not respond', async () => {
  const { url } = await pretend((received, socket) => {
    if (received.length > 100_000) socket.end('INSTREAM size limit exceeded. ERROR\0');
  });
  const endless = async function* () {
    for (let n = 0; n < 1000; n++) yield Buffer.alloc(65_536);
  };
  expect(await scan(url, endless())).toEqual({ kind: 'large' });
  const failing = await answering("stream: Can't allocate memory ERROR");
  await expect(scan(failing.url, parts('abc'))).rejects.toThrow('allocate');
  const silent = await pretend((received, socket) => void (isWhole(received) && socket.end()));
  await expect(scan(silent.url, parts('abc'))).rejects.toThrow('hung up');
  await expect(scan('tcp://127.0.0.1:1', parts('abc'))).rejects.toThrow();
});

test('a scanner that dies while it reads a small file has not scanned it', async () => {
  const { url } = await pretend((received, socket) => {
    if (received.length > 100_000) socket.resetAndDestroy();
  });
  const small = async function* () {
    for (let n = 0; n < 10; n++) {
      yield Buffer.alloc(65_536);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  await expect(scan(url, small())).rejects.toThrow();
});

const mebibyte = 1024 ** 2;

/** A scanner that disconnects after a mebibyte for this reason, and may lose its answer. */
const hangingUp = (isReason: (received: Buffer, connection: number) => boolean) => {
  let connections = 0;
  const known = new WeakMap<Socket, number>();
  return pretend((received, socket) => {
    if (received.equals(Buffer.from('zVERSION\0'))) return void socket.end('ClamAV 1.4\0');
    if (!known.has(socket)) known.set(socket, ++connections);
    if (received.length > mebibyte && isReason(received, known.get(socket) ?? 0)) socket.resetAndDestroy();
    else if (isWhole(received)) socket.end('stream: OK\0');
  });
};
const filled = (filling: number) =>
  async function* () {
    for (let n = 0; n < 64; n++) yield Buffer.alloc(65_536, filling);
  };

test('a file is too large for a scanner that hangs up whatever it is sent', async () => {
  const { url } = await hangingUp(() => true);
  expect(await scan(url, filled(7)())).toEqual({ kind: 'large' });
});

test('a scanner that hangs up because of the content of a file, or once, has not scanned it', async () => {
  const dying = await hangingUp((received) => received.includes(7));
  await expect(scan(dying.url, filled(7)())).rejects.toThrow();
  const restarted = await hangingUp((_, connection) => connection === 1);
  await expect(scan(restarted.url, filled(7)())).rejects.toThrow();
});

test('a scanner that is gone after it hung up has not scanned the file', async () => {
  const killed = await pretend((received, socket) => {
    if (received.length > mebibyte) {
      killed.stop();
      socket.resetAndDestroy();
    }
  });
  await expect(scan(killed.url, filled(7)())).rejects.toThrow();
  const unwell = await pretend((received, socket) => void (received.length > mebibyte && socket.resetAndDestroy()));
  hurry();
  await expect(scan(unwell.url, filled(7)())).rejects.toThrow();
});

test('a scanner may be silent for as long as a scan may take, but not for ever', async () => {
  hurry();
  const mostScanTime = 120;
  const late = await pretend((received, socket) => {
    if (isWhole(received)) setTimeout(() => socket.end('stream: OK\0'), mostScanTime);
  });
  expect(await scan(late.url, parts('abc'))).toEqual({ kind: 'clean' });
  const silent = await pretend(() => {});
  await expect(scan(silent.url, parts('abc'))).rejects.toThrow('the scanner does not answer');
  await expect(readSignatures(silent.url)).rejects.toThrow('the scanner does not answer');
});

test('ClamAV finds a signature, also in archives', { tags: 'nightly', timeout: 60_000 }, async () => {
  const { zipSync, strToU8 } = await import('fflate');
  const clamd = await startClamd(1);
  onTestFinished(clamd.stop);
  expect(await readSignatures(clamd.url)).toMatch(/^ClamAV \d/);
  const bad = strToU8('x UNSTORE-TEST-MALWARE x');
  const send = (bytes: Uint8Array) => scan(clamd.url, parts(Buffer.from(bytes).toString('latin1')));
  expect(await send(strToU8('harmless'))).toEqual({ kind: 'clean' });
  expect(await send(bad)).toEqual({ kind: 'found', finding: 'Unstore.Test.UNOFFICIAL' });
  const nested = zipSync({ 'a.jar': zipSync({ 'b.txt': bad }) });
  const bytes = async function* () {
    yield nested;
  };
  expect(await scan(clamd.url, bytes())).toMatchObject({ kind: 'found' });
  const large = async function* () {
    for (let n = 0; n < 40; n++) yield Buffer.alloc(65_536, 120);
  };
  expect(await scan(clamd.url, large())).toEqual({ kind: 'large' });
});

test('an answer that comes in parts is read whole', async () => {
  // More than a socket reads at once.
  const finding = 'x'.repeat(300_000);
  const { url } = await answering(`stream: ${finding} FOUND`);
  expect(await scan(url, parts('abc'))).toEqual({ kind: 'found', finding });
});

test.each(['another stream: Eicar FOUND', 'stream: Eicar FOUND twice', 'stream: OK?', 'x'.repeat(300)])(
  'the answer «%s» is no verdict, and is reported shortened',
  async (answer) => {
    const { url } = await answering(answer);
    const failed = new Error(`the scanner answered: ${answer.slice(0, 200)}`);
    await expect(scan(url, parts('abc'))).rejects.toThrow(failed);
  },
);

test('nothing more is sent to a scanner that has answered', async () => {
  const { url, sent } = await pretend((_, socket) => void socket.write('INSTREAM size limit exceeded. ERROR\0'));
  const endless = async function* () {
    for (;;) {
      yield Buffer.from('abc');
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  expect(await scan(url, endless())).toEqual({ kind: 'large' });
  expect(sent.bytes.subarray(-4).equals(Buffer.alloc(4))).toBe(false);
});
