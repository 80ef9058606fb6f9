import { AsyncLocalStorage } from 'node:async_hooks';
import { beforeAll, expect, test } from 'vitest';
import { countImmediates, RequestMap, runStages } from '@/deploy/edge/request-scope.ts';

const requests = new AsyncLocalStorage<object>();
const inRequest = <Value>(work: () => Value): Value => requests.run({}, work);

beforeAll(() => {
  Object.defineProperty(globalThis, Symbol.for('__cloudflare-context__'), { get: () => requests.getStore() });
  countImmediates();
});

test('a map holds what its own request has set', () => {
  const map = new RequestMap<string, number>();
  inRequest(() => {
    map.set('a', 1);
    expect(inRequest(() => map.has('a'))).toBe(false);
    expect(map.get('a')).toBe(1);
    map.delete('a');
    expect(map.has('a')).toBe(false);
  });
});

test('a stage begins after all immediates of the one before, and those that they schedule', async () => {
  const order: string[] = [];
  const stage = (name: string) => () => {
    order.push(name);
    setImmediate(() => {
      order.push(`${name} 1`);
      Promise.resolve().then(() => setImmediate(() => order.push(`${name} 2`)));
    });
    setImmediate(() => order.push(`${name} 3`));
    return name;
  };
  expect(await inRequest(() => runStages(stage('a'), stage('b')))).toBe('a');
  expect(order).toEqual(['a', 'a 1', 'a 3', 'a 2', 'b', 'b 1', 'b 3', 'b 2']);
});

test('a stage waits neither for a cleared immediate nor for those of other requests', async () => {
  let isOver = false;
  const endless = () => void (isOver || setImmediate(endless));
  inRequest(endless);
  const done = inRequest(() =>
    runStages(
      () => clearImmediate(setImmediate(() => {})),
      () => {},
    ),
  );
  await done;
  isOver = true;
});

test('what a later stage throws, and what the first one rejects, reaches who asked', async () => {
  const broken = () => {
    throw new Error('later');
  };
  await expect(inRequest(() => runStages(() => 1, broken))).rejects.toThrow('later');
  await expect(inRequest(() => runStages(() => Promise.reject(new Error('first'))))).rejects.toThrow('first');
});
