import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { fetchPicture } from '@/lib/publish/remote';

describe('fetchPicture', () => {
  it.each([
    'https://127.0.0.1/x.png',
    'https://localhost/x.png',
    'https://[::1]/x.png',
    'https://10.0.0.1/x.png',
    'https://169.254.169.254/latest/meta-data',
    'https://0.0.0.0/x.png',
    'https://2130706433/x.png',
    'file:///etc/passwd',
    'ftp://ejemplo.test/x.png',
    'no es una dirección',
  ])('refuses %s', async (address) => expect(await fetchPicture(address)).toBeNull());

  it('does not connect to private networks', async () => {
    let calls = 0;
    const server = createServer(() => {
      calls += 1;
    });
    server.on('connection', () => {
      calls += 1;
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    expect(await fetchPicture(`https://127.0.0.1:${port}/x.png`)).toBeNull();
    expect(calls).toBe(0);
    await new Promise((resolve) => server.close(resolve));
  });
});
