/**
 * Has the warnings of Node, such as those of deprecated calls, written into the log, in place of text beside it.
 *
 * @param write writes one line
 */
export function logWarnings(write: (fields: object, message: string) => void): void {
  // The listener of Node itself, which writes the text.
  process.removeAllListeners('warning');
  process.on('warning', (warning: Error & { code?: string }) => {
    const { name, code, message } = warning;
    write({ warning: name, ...(code && { code }) }, message);
  });
}
