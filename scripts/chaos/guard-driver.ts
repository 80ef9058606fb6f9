import { registerHooks } from 'node:module';

const unguarded = 'const x = socket.write(chunk, fn)';
const guarded = `if (socket === null) {
      clearImmediate(nextWriteTimer)
      chunk = nextWriteTimer = null
      error(Errors.connection('CONNECTION_CLOSED', options, socket))
      return false
    }
    ${unguarded}`;

/**
 * The driver under the simulated API ends the process when a connection closes between a write and the next turn
 * (porsager/postgres#1208). The hosted API does not, and so this one must not either when the database is killed: such a
 * write fails like any other on a closed connection. To be called before the driver is loaded.
 *
 * @throws while the driver is loaded, when it has changed: then this may be needed no more
 */
export function guardDriver(): void {
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.endsWith('/postgres/src/connection.js')) return loaded;
      const source = String(loaded.source);
      if (!source.includes(unguarded))
        throw new Error('The database driver has changed: see scripts/chaos/guard-driver.ts.');
      return { ...loaded, source: source.replace(unguarded, guarded) };
    },
  });
}
