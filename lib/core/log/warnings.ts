/**
 * Writes Node's warnings, such as deprecations, to the log as JSON.
 *
 * @param write writes one line
 */
export function logWarnings(write: (fields: object, message: string) => void): void {
  // Node's own listener writes plain text.
  process.removeAllListeners('warning');
  process.on('warning', (warning: Error & { code?: string }) => {
    const { name, code, message } = warning;
    write({ warning: name, ...(code && { code }) }, message);
  });
}
