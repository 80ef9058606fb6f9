/** How often a test file called each function. */
export type Coverage = { file: string; calls: Map<string, number> };

/** Reads lines of a function's name and number of calls. */
export const parseCalls = (text: string) =>
  new Map([...text.matchAll(/^(\w+) (\d+)$/gm)].map(([, name = '', calls]) => [name, Number(calls)]));

/** Finds the test files that call a function. The first one is that of whose calls it is the largest part. */
export function testsByFunction(coverage: Coverage[]): (name: string) => string[] {
  const files = coverage.map(({ file, calls }) => ({
    file,
    calls,
    all: [...calls.values()].reduce((a, b) => a + b, 0),
  }));
  return (name) =>
    files
      .map(({ file, calls, all }) => ({ file, share: (calls.get(name) ?? 0) / all }))
      .filter(({ share }) => share > 0)
      .sort((a, b) => b.share - a.share)
      .map(({ file }) => file);
}
