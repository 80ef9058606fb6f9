/** What a migration says above a statement that the release before it does not mind (deploy/README.md). */
export const promise = '-- not read by the previous release';

const breaking =
  /\b(drop (table|column|function|view|type)|rename (to|column|constraint)|alter column \S+ (set data )?type|set not null)\b/i;

/**
 * The statements of a migration after which a release that still runs could fail: what it takes away, renames or makes
 * stricter. The bodies of functions do not count, nor does a statement under the promise.
 *
 * @returns the line of each that says so
 */
export function findBreaking(migration: string): string[] {
  return migration
    .replace(/\$(\w*)\$.*?\$\1\$/gs, '')
    .replace(/--.*$/gm, (comment) => (comment.trim() === promise ? promise : ''))
    .split(';')
    .filter((statement) => breaking.test(statement) && !statement.includes(promise))
    .map((statement) => {
      const line = statement.split('\n').find((text) => breaking.test(text));
      return (line ?? statement).trim();
    });
}
