/** Optimistic changes. A response from before their confirmation may lack them, so it is not shown. */
let changes = 0;
const pending: string[] = [];
let needsRefresh = false;

/** Number of changes, confirmed or not: a response to a request from before the last one is stale. */
export const countChanges = (): number => changes;

export function noteChange(): void {
  changes += 1;
}

/** True while a change is unconfirmed. */
export const hasPendingChanges = (): boolean => pending.length > 0;

/** Requests a refetch once all changes are confirmed. */
export function refreshAfterChanges(): void {
  needsRefresh = true;
}

/** Begins a change of `key`; `endChange` ends it. */
export function beginChange(key: string): void {
  // Of two concurrent changes of one key, only the server can tell which was last.
  if (pending.includes(key)) needsRefresh = true;
  pending.push(key);
}

/** Ends a change of `key`. Returns true if a refetch is due. */
export function endChange(key: string): boolean {
  changes += 1;
  pending.splice(pending.indexOf(key), 1);
  if (pending.length > 0 || !needsRefresh) return false;
  needsRefresh = false;
  return true;
}
