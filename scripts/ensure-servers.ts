import { ensurePackages } from './tools/debian.ts';
import { findNginx } from './tools/nginx.ts';
import { findPostgres15, hasPlpgsqlCheck } from './tools/postgres-15.ts';
import { findRedis } from './tools/redis.ts';

// Servers that the tests start.
ensurePackages([
  { find: findNginx, name: 'nginx-light' },
  { find: findRedis, name: 'redis-server' },
  { find: findPostgres15, name: 'postgresql-15' },
  { find: hasPlpgsqlCheck, name: 'postgresql-15-plpgsql-check' },
]);
