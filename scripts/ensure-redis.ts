import { installWithApt } from './debian.ts';
import { findRedis } from './redis.ts';

if (!findRedis()) installWithApt('redis-server');
// The tests that need it fail, and the others run.
if (!findRedis()) console.error('No Redis: install the package `redis-server` or `valkey-server`.');
