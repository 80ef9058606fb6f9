/**
 * Lets a server go on whose log nobody reads any more, as when the program that took its output has died. Otherwise what
 * it writes fails as an exception, which Next writes down, which fails: a core is busy with that for ever.
 */
export function surviveClosedOutput(): void {
  // A failure of the log could only be told in the log.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
