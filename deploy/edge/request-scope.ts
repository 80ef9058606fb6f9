/**
 * What Next keeps in variables of its modules while it is under way, kept apart for each request. In workerd a promise
 * belongs to the request that made it: once that has ended, another one that waits for it waits for ever.
 *
 * `patch-server.ts` makes Next's code call what stands here.
 */

/** OpenNext keeps the surroundings of each request in an AsyncLocalStorage behind this name. */
const requestKey = Symbol.for('__cloudflare-context__');

/** An object that is one for each request, or null while modules are loaded. */
const currentRequest = () => (globalThis as unknown as Record<symbol, object | undefined>)[requestKey] ?? null;

/** A value for each request, made when it is first asked for; outside of a request a new one every time. */
export function perRequest<Value>(make: () => Value): () => Value {
  const values = new WeakMap<object, Value>();
  return () => {
    const request = currentRequest();
    if (!request) return make();
    const value = values.get(request) ?? make();
    values.set(request, value);
    return value;
  };
}

/** A map whose entries only the request sees that has set them. */
export class RequestMap<Key, Value> {
  #own = perRequest(() => new Map<Key, Value>());
  get = (key: Key) => this.#own().get(key);
  has = (key: Key) => this.#own().has(key);
  set = (key: Key, value: Value) => this.#own().set(key, value);
  delete = (key: Key) => this.#own().delete(key);
}

const immediatesOfRequest = perRequest(() => new Set<object>());
const { setImmediate: schedule, clearImmediate: cancel } = globalThis;

/**
 * Counts the immediates of each request from now on, so that a stage of a render can wait for those of the stage before.
 * Next keeps the functions that it finds when it is loaded, so this comes first.
 */
export function countImmediates() {
  const place = new WeakMap<object, Set<object>>();
  const counted = (callback: (...args: unknown[]) => void, ...args: unknown[]) => {
    const waiting = immediatesOfRequest();
    const handle = schedule(() => {
      waiting.delete(handle);
      callback(...args);
    });
    waiting.add(handle);
    place.set(handle, waiting);
    return handle;
  };
  globalThis.setImmediate = Object.assign(counted, {
    __promisify__: (value: unknown) => new Promise((resolve) => counted(() => resolve(value))),
  }) as typeof setImmediate;
  globalThis.clearImmediate = (handle) => {
    if (handle && typeof handle === 'object') place.get(handle)?.delete(handle);
    cancel(handle);
  };
}

const nextTask = () => new Promise<void>((resolve) => void schedule(resolve));

/** A render that schedules immediates without end must not hold its request for ever. */
const maxTasks = 10_000;

async function immediatesDone() {
  for (let task = 0; task < maxTasks; task++) {
    await nextTask();
    if (immediatesOfRequest().size === 0) return;
  }
}

/**
 * Next renders a page in stages, each a task of its own, and all immediates of a stage run before the next one begins.
 * It gets this order from the inside of Node's timers, which workerd does not have; here each stage waits for the
 * immediates of the one before.
 *
 * @returns what the first stage returned
 */
export async function runStages<Value>(first: () => Value, ...rest: Array<() => void>): Promise<Awaited<Value>> {
  await nextTask();
  const result = first();
  // A later stage may abort the first one; who called will see that from the returned promise.
  Promise.resolve(result).catch(() => {});
  for (const stage of rest) {
    await immediatesDone();
    stage();
  }
  await immediatesDone();
  return await result;
}
