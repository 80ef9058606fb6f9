import { installWithApt } from './debian.ts';
import { findRedis } from './redis.ts';

if (!findRedis()) installWithApt('redis-server');
if (!findRedis()) throw new Error('No Redis: install the package `redis-server` or `valkey-server`.');
