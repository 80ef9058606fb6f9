/**
 * Keeps the server alive when its output is closed, for example because the log reader died. Otherwise each failing log
 * line throws, Next.js logs the exception, and that throws again: an endless loop.
 */
export function ignoreClosedOutput(): void {
  // The failure cannot be logged anywhere.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
