import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { stubEnvironment } from '../environment.ts';

stubEnvironment();
afterAll(() => vi.unstubAllEnvs());
const countVisit = vi.hoisted(() => vi.fn());
vi.mock('@/lib/catalog/visits', () => ({ countVisit }));
const { POST } = await import('@/app/api/visit/route');

const view = (body: BodyInit) =>
  POST(
    new Request('http://localhost:3000/api/visit', {
      method: 'POST',
      headers: { origin: 'http://localhost:3000', 'user-agent': 'Mozilla/5.0 Firefox/150.0' },
      body,
      duplex: 'half',
    } as RequestInit),
  );

beforeEach(() => {
  countVisit.mockReset();
});

test('a view counts with addresses of any length', async () => {
  const from = `https://example.test/${'x'.repeat(8_000)}`;
  expect((await view(JSON.stringify({ slug: 'torre', from, landing: from }))).status).toBe(204);
  expect(countVisit).toHaveBeenCalledOnce();
});

test('a body of a megabyte is not read in full', async () => {
  let sent = 0;
  const long = new ReadableStream({
    pull(controller) {
      sent += 10_000;
      controller.enqueue(new Uint8Array(10_000).fill(32));
      if (sent >= 1_000_000) controller.close();
    },
  });
  expect((await view(long)).status).toBe(400);
  expect(sent).toBeLessThan(100_000);
  expect(countVisit).not.toHaveBeenCalled();
});

test.each(['', 'torre', '{"slug":"../x"}', 'null'])('%j is not a view', async (body) => {
  expect((await view(body)).status).toBe(400);
  expect(countVisit).not.toHaveBeenCalled();
});
