import { expect, it, vi } from 'vitest';
import { requestContext } from '@/lib/core/request/context';

it('every log line contains the id of its request', async () => {
  const lines: string[] = [];
  const { default: pino } = await import('pino');
  const write = { write: (line: string) => void lines.push(line) };
  vi.doMock('pino', () => ({
    default: Object.assign((options: object) => pino(options, write), { stdTimeFunctions: pino.stdTimeFunctions }),
  }));
  const { log } = await import('@/lib/core/log');
  await requestContext.run({ id: 'edge-3f6c1a2b' }, async () => {
    await Promise.resolve();
    log.info({ order: 1 }, 'within');
  });
  log.info('outside');
  const [within, outside] = lines.map((line) => JSON.parse(line));
  expect(within).toMatchObject({ requestId: 'edge-3f6c1a2b', order: 1, msg: 'within' });
  expect(outside).not.toHaveProperty('requestId');
});
