import { beforeEach, expect, test, vi } from 'vitest';

const readShopStatus = vi.hoisted(() => vi.fn());
vi.mock('@/lib/status/server', () => ({ readShopStatus }));

beforeEach(() => {
  vi.resetModules();
  readShopStatus.mockReset();
});

test('nobody waits for the answer of a request that ended before it had one', async () => {
  const { getShopStatus } = await import('@/lib/status/switches');
  readShopStatus.mockReturnValueOnce(new Promise(() => {}));
  void getShopStatus();
  readShopStatus.mockResolvedValue({ closed: true, down: false });
  expect(await getShopStatus()).toEqual({ closed: true, down: false });
});

test('while one asks again, the others go on with what is known', async () => {
  vi.useFakeTimers();
  try {
    const { getShopStatus } = await import('@/lib/status/switches');
    readShopStatus.mockResolvedValueOnce({ closed: true, down: false });
    await getShopStatus();
    vi.setSystemTime(Date.now() + 6_000);
    readShopStatus.mockReturnValue(new Promise(() => {}));
    void getShopStatus();
    expect(await getShopStatus()).toEqual({ closed: true, down: false });
    expect(readShopStatus).toHaveBeenCalledTimes(2);
  } finally {
    vi.useRealTimers();
  }
});
