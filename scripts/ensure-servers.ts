import { installWithApt } from './tools/debian.ts';
import { findNginx } from './tools/nginx.ts';
import { findPostgres15, hasPlpgsqlCheck } from './tools/postgres-15.ts';
import { findRedis } from './tools/redis.ts';

/** Debian packages of the servers that tests start. */
const servers = [
  { find: findNginx, name: 'nginx-light' },
  { find: findRedis, name: 'redis-server' },
  { find: findPostgres15, name: 'postgresql-15' },
  { find: hasPlpgsqlCheck, name: 'postgresql-15-plpgsql-check' },
];

const findMissing = () => servers.filter(({ find }) => !find()).map(({ name }) => name);

const missing = findMissing();
if (missing.length > 0) installWithApt(...missing);
for (const name of findMissing()) console.warn(`Install the package ${name}: the tests that need it will fail.`);
