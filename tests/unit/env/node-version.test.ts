import { afterEach, expect, it, vi } from 'vitest';
import { checkEnvironment } from '@/lib/core/start-checks';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('a server does not start on a Node without WebSocket, which the client of Supabase needs', () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  const end = vi.spyOn(process, 'exit').mockImplementation((() => {
    throw new Error('ended');
  }) as never);
  vi.stubGlobal('WebSocket', undefined);
  expect(checkEnvironment).toThrow('ended');
  expect(end).toHaveBeenCalledExactlyOnceWith(1);
  expect(said).toHaveBeenCalledExactlyOnceWith(`UnStore needs Node 24; this is ${process.version}.`);
});
