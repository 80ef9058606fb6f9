/**
 * Keeps a server going when its output is closed, as when the program that read its log has died. Without this, each
 * line of the log throws an exception, Next.js logs that exception, and this throws the next one: an endless loop that
 * keeps a core busy.
 */
export function surviveClosedOutput(): void {
  // There is nowhere else to tell that the log has failed.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
