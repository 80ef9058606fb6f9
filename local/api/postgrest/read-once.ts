/** What is read when it is first asked for, and again after `forget`, or after it could not be read. */
export function readOnce<Value>(read: () => Promise<Value>): { get: () => Promise<Value>; forget: () => void } {
  let kept: Promise<Value> | undefined;
  const forget = () => {
    kept = undefined;
  };
  const get = () => {
    kept ??= read().catch((problem) => {
      forget();
      throw problem;
    });
    return kept;
  };
  return { get, forget };
}
