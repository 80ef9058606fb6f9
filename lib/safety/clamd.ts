import { connect, type Socket } from 'node:net';

/** Verdict of the scanner. `large`: above its own limit (`StreamMaxLength`), so the file was not scanned. */
export type Scanned = { kind: 'clean' } | { kind: 'found'; finding: string } | { kind: 'large' };

const hangUps = ['EPIPE', 'ECONNRESET'];
/** No scanner has a smaller limit. A scanner that disconnects before this limit has failed. */
const smallestLimit = 1024 ** 2;

/** A scanner that neither answers nor reads for this time counts as unavailable. */
const patience = 60_000;
/** It is silent while it scans: by default for up to two minutes (`MaxScanTime`). */
const patienceForVerdict = 5 * 60_000;

function open(address: string): Socket {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || 3310 });
  socket.setTimeout(patience, () => socket.destroy(new Error('the scanner does not answer')));
  return socket;
}

/** The answer up to its end, once nothing more is sent. */
function readAnswer(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => {
      text += part;
      if (text.endsWith('\0')) resolve(text.slice(0, -1));
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the scanner has hung up')));
  });
}

/** Sends bytes as fast as the scanner accepts them; ends early if it has answered. */
async function send(socket: Socket, bytes: Uint8Array, answer: Promise<unknown>): Promise<void> {
  if (socket.write(bytes)) return;
  const drained = new Promise((resolve) => socket.once('drain', resolve));
  await Promise.race([drained, answer]);
}

function read(answer: string): Scanned {
  if (answer === 'stream: OK') return { kind: 'clean' };
  const finding = /^stream: (.+) FOUND$/.exec(answer)?.[1];
  if (finding) return { kind: 'found', finding };
  if (/^INSTREAM size limit exceeded\. ERROR/.test(answer)) return { kind: 'large' };
  throw new Error(`the scanner answered: ${answer.slice(0, 200)}`);
}

/** Parts on their way to the scanner, and their bytes so far. */
type Sending = { parts: AsyncIterable<Uint8Array>; sent: number };

async function sendAll(address: string, sending: Sending): Promise<Scanned> {
  const socket = open(address);
  try {
    let isAnswered = false;
    const answer = readAnswer(socket);
    answer.then(
      () => (isAnswered = true),
      () => (isAnswered = true),
    );
    socket.write('zINSTREAM\0');
    for await (const part of sending.parts) {
      // Above its limit the scanner answers early, and disconnects.
      if (isAnswered) break;
      const length = Buffer.alloc(4);
      length.writeUInt32BE(part.length);
      socket.write(length);
      sending.sent += part.length;
      await send(socket, part, answer);
    }
    if (!isAnswered) {
      socket.setTimeout(patienceForVerdict);
      socket.write(Buffer.alloc(4));
    }
    return read(await answer);
  } finally {
    socket.destroy();
  }
}

async function* zeros(bytes: number): AsyncGenerator<Uint8Array> {
  for (let left = bytes; left > 0; left -= 65_536) yield Buffer.alloc(Math.min(left, 65_536));
}

const hasHungUp = (problem: unknown) => hangUps.includes((problem as NodeJS.ErrnoException).code ?? '');

/** True if the scanner refuses as many zeros, so that it did not hang up because of the content, or because it ended. */
async function isAboveLimit(address: string, bytes: number): Promise<boolean> {
  try {
    return (await sendAll(address, { parts: zeros(bytes), sent: 0 })).kind === 'large';
  } catch (problem) {
    if (!hasHungUp(problem)) throw problem;
    await readSignatures(address);
    return true;
  }
}

/**
 * Has ClamAV scan a stream (`INSTREAM` of clamd: parts with their length, and an empty one at the end).
 *
 * @param address `tcp://host:port`
 * @throws if the scanner does not answer
 */
export async function scan(address: string, parts: AsyncIterable<Uint8Array>): Promise<Scanned> {
  const sending = { parts, sent: 0 };
  try {
    return await sendAll(address, sending);
  } catch (problem) {
    // Above its limit it closes the connection during the upload, and its answer may get lost.
    const mayBeLarge = hasHungUp(problem) && sending.sent >= smallestLimit;
    if (mayBeLarge && (await isAboveLimit(address, sending.sent))) return { kind: 'large' };
    throw problem;
  }
}

/**
 * The version of the scanner and of its signatures, which changes with each update.
 *
 * @throws if the scanner does not answer
 */
export async function readSignatures(address: string): Promise<string> {
  const socket = open(address);
  try {
    const answer = readAnswer(socket);
    socket.write('zVERSION\0');
    return (await answer).slice(0, 200);
  } finally {
    socket.destroy();
  }
}
