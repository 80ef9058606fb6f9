/** A lazily read value; read again after `forget` or a failure. */
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
