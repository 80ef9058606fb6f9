/**
 * Changes that are shown before the server has confirmed them. An answer that was sent meanwhile may lack them, so it is
 * not shown.
 */
let changes = 0;
const unsettled: string[] = [];
let needsRefresh = false;

/** How many changes there were, confirmed or not: an answer to a call from before the last one is out of date. */
export const countChanges = (): number => changes;

export function noteChange(): void {
  changes += 1;
}

/** Whether a change has begun and not ended. */
export const hasUnsettled = (): boolean => unsettled.length > 0;

/** Notes that the server must be asked once all changes are settled. */
export function refreshOnceSettled(): void {
  needsRefresh = true;
}

/** Begins a change of what `key` names, which ends with `settleChange`. */
export function beginChange(key: string): void {
  // Two changes of the same thing at once: only the server knows which came last.
  if (unsettled.includes(key)) needsRefresh = true;
  unsettled.push(key);
}

/** Ends a change of what `key` names. Returns whether the server must be asked now. */
export function settleChange(key: string): boolean {
  changes += 1;
  unsettled.splice(unsettled.indexOf(key), 1);
  if (unsettled.length > 0 || !needsRefresh) return false;
  needsRefresh = false;
  return true;
}
