import { expect, it, vi } from 'vitest';

const load = async () => {
  vi.resetModules();
  return (await import('@/lib/core/once-per-process.mjs')).oncePerProcess;
};

it('a module loaded twice shares its first value, even undefined', async () => {
  const make = vi.fn(() => ({ count: 0 }));
  const act = vi.fn(() => undefined);
  for (let time = 0; time < 2; time += 1) {
    const oncePerProcess = await load();
    oncePerProcess('test-value', make).count += 1;
    oncePerProcess('test-act', act);
  }
  const oncePerProcess = await load();
  expect(oncePerProcess('test-value', make)).toEqual({ count: 2 });
  expect([make.mock.calls.length, act.mock.calls.length]).toEqual([1, 1]);
});

it('a failed creation is retried by the next call', async () => {
  const oncePerProcess = await load();
  const failing = () => {
    throw new Error('not now');
  };
  expect(() => oncePerProcess('test-later', failing)).toThrow('not now');
  expect(oncePerProcess('test-later', () => 'there')).toBe('there');
});
