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
 * Patches the PostgreSQL driver of the simulated API, which ends the process if a connection closes between a write and
 * the next tick (porsager/postgres#1208). The hosted API survives a killed database, so this one must too: such a write
 * fails like any other on a closed connection. Call it before the driver is loaded.
 *
 * @throws while the driver is loaded, if its source has changed and the patch may be obsolete
 */
export function guardDriver(): void {
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.endsWith('/postgres/src/connection.js')) return loaded;
      const source = String(loaded.source);
      if (!source.includes(unguarded))
        throw new Error('The database driver has changed: see @unstore/local-supabase/guard-driver.');
      return { ...loaded, source: source.replace(unguarded, guarded) };
    },
  });
}
