import 'server-only';
import type { StoragePath } from '@/lib/storage/path';
import { fetchForShop } from '@/lib/storage/shop-link';
import type { StampValues } from './placeholders';
import { lengthOf, type Segment, stamp } from './stamp';
import { BusyError } from './stored';
import type { Template } from './template';

/** Maximum copies that a server sends at once. Each keeps a connection to storage and needs hardly any memory. */
const most = 100;
/** Copies that are not sent within this time are aborted, so that slow readers do not block others. */
const patience = 60 * 60_000;

let sending = 0;

/** A slot for a copy that is being sent. */
type Slot = { free: () => void };

/**
 * Takes a slot for a copy.
 *
 * @throws a BusyError if there is none
 */
function takeSlot(): Slot {
  if (sending >= most) throw new BusyError();
  sending++;
  let isTaken = true;
  return {
    free: () => {
      if (isTaken) sending--;
      isTaken = false;
    },
  };
}

/** Writes the parts of a copy, reading the original once from its beginning to its end. */
async function* write(original: ReadableStream<Uint8Array>, segments: Segment[]): AsyncGenerator<Uint8Array> {
  const reader = original.getReader();
  let chunk: Uint8Array = new Uint8Array();
  // Offset of the chunk in the original.
  let at = 0;
  try {
    for (const segment of segments) {
      if (Buffer.isBuffer(segment)) {
        yield segment;
        continue;
      }
      for (let from = segment.from; from < segment.to; ) {
        if (at + chunk.length <= from) {
          at += chunk.length;
          const read = await reader.read();
          if (read.done) throw new Error('the original ends too early');
          chunk = read.value;
          continue;
        }
        const part = chunk.subarray(from - at, segment.to - at);
        from += part.length;
        yield part;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Parts as a stream with back-pressure, which frees its slot at its end. */
function streamOf(parts: AsyncGenerator<Uint8Array>, slot: Slot): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(stream) {
      try {
        const { done, value } = await parts.next();
        if (!done) return stream.enqueue(value);
        slot.free();
        stream.close();
      } catch (problem) {
        slot.free();
        throw problem;
      }
    },
    async cancel() {
      slot.free();
      await parts.return(undefined);
    },
  });
}

/** A copy that is about to be sent: the original is open, and a slot is taken. */
export type Opened = { original: ReadableStream<Uint8Array>; slot: Slot };

/**
 * Opens the original of a copy, before its download is counted.
 *
 * @param signal aborts when the buyer leaves
 * @throws a BusyError if too many copies are being sent; an Error if storage does not answer
 */
export async function openOriginal(path: StoragePath, signal: AbortSignal): Promise<Opened> {
  const slot = takeSlot();
  try {
    const end = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
    end.addEventListener('abort', slot.free, { once: true });
    const { ok, status, body } = await fetchForShop(path, end);
    if (!ok || !body) throw new Error(`storage answered ${status}`);
    return { original: body, slot };
  } catch (problem) {
    slot.free();
    throw problem;
  }
}

/** Closes the original of a copy that is not sent. */
export async function giveUp({ original, slot }: Opened): Promise<void> {
  slot.free();
  await original.cancel().catch(() => {});
}

/**
 * A buyer's copy as a stream. The original is streamed from storage; only changed parts are in memory.
 *
 * @throws a StampError if a text of a Java class gets too long
 */
export async function writeCopy(
  { original, slot }: Opened,
  template: Template,
  values: StampValues,
): Promise<{ body: ReadableStream<Uint8Array>; bytes: number }> {
  const segments = await stamp(template, values);
  return {
    body: streamOf(write(original, segments), slot),
    bytes: segments.reduce((sum, segment) => sum + lengthOf(segment), 0),
  };
}
