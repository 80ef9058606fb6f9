import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Output lines of a Node process in which this code is deprecated. */
function linesOf(kind: string): string[] {
  const { stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'deprecated.ts'), kind], {
    encoding: 'utf8',
  });
  return `${stdout}${stderr}`.split('\n').filter(Boolean);
}

test('a warning of Node is one line of JSON', () => {
  const lines = linesOf('logged');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { level: 40, warning: 'DeprecationWarning', code: 'DEP0000', msg: 'do not' },
    { level: 40, warning: 'Warning', msg: 'beware' },
  ]);
  expect(() => JSON.parse(linesOf('plain')[0] ?? '')).toThrow();
});

test('messages about Redis are JSON like the rest of the log', async () => {
  const gone = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(gone, 'listening');
  const { port } = gone.address() as { port: number };
  vi.stubEnv('REDIS_URL', `redis://127.0.0.1:${port}`);
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { askRedis } = await import('@/lib/core/redis/client.mjs');
  await expect(askRedis((client) => client.get('x'))).rejects.toThrow();
  await expect.poll(() => warn).toHaveBeenCalled();
  gone.close();
  expect(JSON.parse(String(warn.mock.calls[0]?.[0]))).toEqual({
    level: 40,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    reason: expect.any(String),
    msg: 'Redis does not answer, so this node works alone',
  });
});
