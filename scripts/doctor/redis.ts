import { createClient } from '@redis/client';
import { type Finding, findingsOf, messageOf } from './finding.ts';

const { ok, warn } = findingsOf('nodes');

/** Checks that the shared Redis responds and only evicts expendable keys (docs/several-nodes.md). */
export async function lookAtRedis(url: string): Promise<Finding[]> {
  const client = createClient({ url, socket: { connectTimeout: 5_000, reconnectStrategy: false } });
  client.on('error', () => {});
  try {
    await client.connect();
    const info = await client.info('memory');
    const [, policy = ''] = /^maxmemory_policy:(\S+)/m.exec(info) ?? [];
    if (policy.startsWith('volatile')) return [ok(`Redis answers (${policy})`)];
    const isFixed = policy === 'noeviction';
    return [
      warn(`Redis ${isFixed ? 'refuses every write' : 'drops any key'} when it is full (${policy})`, {
        why: `edits would be lost${isFixed ? '' : ' with the log of tags'}, and old pages shown`,
        fix: 'set maxmemory, and maxmemory-policy to volatile-lru',
      }),
    ];
  } catch (error) {
    return [
      warn(`the Redis of REDIS_URL does not answer: ${messageOf(error)}`, {
        why: 'each node works alone: an edit is not seen on the others for up to an hour',
        fix: 'check its address and password, and that this machine may reach it; or unset REDIS_URL for one node',
      }),
    ];
  } finally {
    if (client.isOpen) client.destroy();
  }
}
