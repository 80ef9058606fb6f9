import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context, ContextManager } from '@opentelemetry/api';

/** A context manager that can enter a context without a callback, which the standard one does not offer. */
export class Contexts implements ContextManager {
  readonly #store = new AsyncLocalStorage<Context>();
  readonly #root: Context;
  constructor(root: Context) {
    this.#root = root;
  }
  active = () => this.#store.getStore() ?? this.#root;
  with: ContextManager['with'] = (context, work, self, ...args) =>
    this.#store.run(context, () => work.apply(self as ThisParameterType<typeof work>, args));
  bind: ContextManager['bind'] = (context, target) =>
    typeof target === 'function'
      ? (((...args: unknown[]) => this.#store.run(context, () => target(...args))) as typeof target)
      : target;
  enable = () => this;
  disable = () => this;
  enter(context: Context): void {
    this.#store.enterWith(context);
  }
}
