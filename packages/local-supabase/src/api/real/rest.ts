import { dirname } from 'node:path';
import { findAnyPorts } from '@unstore/processes';
import type { Config } from '../../config.ts';
import { urlAs } from '../../database/url-as.ts';
import { handOn, hasKey, invalidKey, type Keys, withRoleToken } from './hand-on.ts';
import { startService } from './service.ts';
import type { Tokens } from './tokens.ts';

type Options = {
  binary: string;
  config: Config['api'];
  databaseUrl: string;
  keys: Keys;
  tokens: Tokens;
  log: string;
};

/** Starts the real PostgREST with the settings of the project, behind an emulation of the hosted gateway. */
export async function startRealRest({ binary, config, databaseUrl, keys, tokens, log }: Options) {
  const { rest: port } = await findAnyPorts('rest');
  // The function before requests is a setting of the role `authenticator`, which PostgREST reads by itself.
  const env = {
    PGRST_DB_URI: urlAs(databaseUrl, 'authenticator'),
    PGRST_DB_SCHEMAS: 'public',
    PGRST_DB_EXTRA_SEARCH_PATH: 'public,extensions',
    PGRST_DB_ANON_ROLE: 'anon',
    PGRST_DB_MAX_ROWS: String(config.max_rows),
    PGRST_DB_POOL: '20',
    PGRST_JWT_SECRET: keys.jwt,
    PGRST_SERVER_HOST: '127.0.0.1',
    PGRST_SERVER_PORT: String(port),
  };
  const url = `http://127.0.0.1:${port}`;
  const service = await startService(
    { command: binary, args: [], cwd: dirname(binary), env },
    { url, health: '/', log },
  );
  return {
    async answer(request: Request): Promise<Response> {
      const { pathname, search } = new URL(request.url);
      const headers = new Headers(request.headers);
      if (!hasKey(headers, keys)) return invalidKey();
      withRoleToken(headers, keys, tokens);
      return handOn(url + pathname.slice('/rest/v1'.length) + search, request, headers);
    },
    stop: service.stop,
  };
}
