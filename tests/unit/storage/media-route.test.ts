import { beforeEach, describe, expect, it, vi } from 'vitest';

const fetchPublic = vi.hoisted(() => vi.fn());
vi.mock('@/lib/storage/server', () => ({ fetchPublic }));

const { GET } = await import('@/app/media/[...path]/route');
const ask = (...path: string[]) =>
  GET(new Request('https://unstore.example/media'), { params: Promise.resolve({ path }) });

beforeEach(() => {
  fetchPublic.mockReset();
});

describe('a public picture', () => {
  it('is served as a picture, with any type in storage', async () => {
    const headers = {
      'content-type': 'text/html',
      etag: '"a1"',
      'set-cookie': 'x=1',
      'content-disposition': 'inline; x',
    };
    fetchPublic.mockResolvedValue(new Response('<script>', { headers }));
    const answer = await ask('portadas', 'p', 'a.webp');
    expect(fetchPublic).toHaveBeenCalledWith({ bucket: 'portadas', name: 'p/a.webp' });
    expect(Object.fromEntries(answer.headers)).toEqual({
      'content-type': 'image/webp',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: '"a1"',
    });
  });

  it('is not left open in storage by a HEAD, whose body nobody reads', async () => {
    const cancel = vi.fn();
    fetchPublic.mockResolvedValue(new Response(new ReadableStream({ cancel }), { headers: { etag: '"a1"' } }));
    const route: Record<string, unknown> = await import('@/app/media/[...path]/route');
    const head = (route.HEAD ?? route.GET) as typeof GET;
    const path = ['portadas', 'p', 'a.webp'];
    const answer = await head(new Request('https://unstore.example/media', { method: 'HEAD' }), {
      params: Promise.resolve({ path }),
    });
    expect([answer.status, answer.headers.get('etag'), answer.body]).toEqual([200, '"a1"', null]);
    expect(cancel).toHaveBeenCalledOnce();
  });

  it.each([
    [['descargas', 'x', 'a.webp']],
    [['portadas', '..', 'a.webp']],
    [['portadas', '../descargas/a.webp']],
    [['portadas', 'a%2f..%2fb.webp']],
    [['portadas', 'a.svg']],
    [['portadas', 'a.webp\n']],
    [['portadas']],
    [['bucket', 'a.webp']],
    [['portadas', '', 'a.webp']],
  ])('is not requested at %j', async (path) => {
    expect((await ask(...path)).status).toBe(404);
    expect(fetchPublic).not.toHaveBeenCalled();
  });

  it('is cached briefly if it is missing, and an outage is not a 404', async () => {
    fetchPublic.mockResolvedValue(new Response('{"message":"secret"}', { status: 400 }));
    const missing = await ask('portadas', 'a.webp');
    expect([missing.status, await missing.text()]).toEqual([404, '']);
    expect(missing.headers.get('cache-control')).toBe('public, max-age=60');
    fetchPublic.mockResolvedValue(new Response(null, { status: 503 }));
    expect((await ask('portadas', 'a.webp')).status).toBe(502);
    fetchPublic.mockRejectedValue(new TypeError('fetch failed'));
    const away = await ask('portadas', 'a.webp');
    expect([away.status, away.headers.get('cache-control')]).toEqual([502, 'no-store']);
  });
});
