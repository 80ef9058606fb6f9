/** What a migration says above a statement that the release before it does not mind (deploy/README.md). */
export const promise = '-- not read by the previous release';

const breaking =
  /\b(drop (table|column|function|view|type)|rename (to|column|constraint)|alter column \S+ (set data )?type|set not null)\b/i;

/** The statements of a migration, without the bodies of functions and all comments but the promise. */
const statementsOf = (migration: string): string[] =>
  migration
    .replace(/\$(\w*)\$.*?\$\1\$/gs, '')
    .replace(/--.*$/gm, (comment) => (comment.trim() === promise ? promise : ''))
    .split(';');

/** The tables that statements of a kind name, without schema and quotes. */
const tablesOf = (statements: string[], kind: RegExp): string[] =>
  statements.flatMap(
    (statement) =>
      kind
        .exec(statement)?.[1]
        ?.replaceAll('"', '')
        .replace(/^public\./, '') ?? [],
  );

const table = '(?:only )?((?:"?public"?\\.)?"?\\w+"?)';
const creates = new RegExp(`\\bcreate table (?:if not exists )?${table}`, 'i');
const alters = new RegExp(`\\balter table ${table}`, 'i');
const indexes = new RegExp(`\\bcreate (?:unique )?index .*?\\bon ${table}`, 'is');

/**
 * The tables on which a migration builds an index so that the shop may have to wait: one that was there before can be
 * large. Such an index is `if not exists`, so that it can be built `concurrently` before, and no other table that was
 * there before is changed in its file, since that would be locked until it is built (deploy/README.md).
 */
export function findSlowIndexes(migration: string): string[] {
  const statements = statementsOf(migration);
  const own = tablesOf(statements, creates);
  const isOld = (name: string) => !own.includes(name);
  const built = statements.filter((statement) => tablesOf([statement], indexes).some(isOld));
  const isAlone = !tablesOf(statements, alters).some(isOld);
  return tablesOf(isAlone ? built.filter((statement) => !/\bif not exists\b/i.test(statement)) : built, indexes);
}

/**
 * The statements of a migration after which a release that still runs could fail: what it takes away, renames or makes
 * stricter. The bodies of functions do not count, nor does a statement under the promise.
 *
 * @returns the line of each that says so
 */
export function findBreaking(migration: string): string[] {
  return statementsOf(migration)
    .filter((statement) => breaking.test(statement) && !statement.includes(promise))
    .map((statement) => {
      const line = statement.split('\n').find((text) => breaking.test(text));
      return (line ?? statement).trim();
    });
}
