import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { isAlive } from '../src/command.ts';
import { createProgress } from '../src/deadline.ts';
import { carryOutKills, planKills } from '../src/kills.ts';
import { createRandom } from '../src/random.ts';
import { keepRunning, type Server, whenReady } from '../src/server.ts';

const run = (script: string) =>
  whenReady(spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'pipe'] }), 'Ready');
const ready = "console.log('Ready'); setInterval(() => {}, 1000)";

test('a server that exits before it is ready causes an error with its output', async () => {
  await expect(run("console.error('no such table'); process.exit(3)")).rejects.toThrow(
    'The server did not start:\nno such table',
  );
});

test('a server that ignores SIGTERM is killed', async () => {
  const server = await run(`process.on('SIGTERM', () => {}); ${ready}`);
  await server.stop();
  await server.exited;
  expect(isAlive(server.pid)).toBe(false);
}, 20_000);

test('planned kills occur during the work, and each victim is restarted', async () => {
  const started: Server[] = [];
  const server = await keepRunning(async () => {
    const next = await run(ready);
    started.push(next);
    return next;
  });
  const plan = planKills(createRandom(1, 'kills'), 3, { server: 1 });
  expect(planKills(createRandom(1, 'kills'), 3, { server: 1 })).toEqual(plan);
  const progress = createProgress('work', 1);
  const killing = carryOutKills(
    plan,
    () => server.crash(10),
    progress,
    () => false,
  );
  progress.done('a client', 'work', 'done');
  const done = await killing;
  await server.stop();
  expect(done.map(({ at }) => at)).toEqual(plan.map(({ at }) => at));
  expect(new Set(started.map(({ pid }) => pid)).size).toBe(4);
  for (const { exited } of started) await exited;
}, 20_000);
