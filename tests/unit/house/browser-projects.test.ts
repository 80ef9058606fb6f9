import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function projectNames(): Promise<(string | undefined)[]> {
  const { default: config } = await import('@/playwright.config');
  return (config.projects ?? []).map(({ name }) => name);
}

it('browser tests without a project run no nightly tests', async () => {
  vi.stubEnv('NIGHTLY', undefined);
  expect(await projectNames()).toEqual(['http', 'phone', 'alone', 'books']);
});

it('nightly browser tests do not run beside tests that close the shop', async () => {
  vi.stubEnv('NIGHTLY', '1');
  expect(await projectNames()).toEqual(['nightly-http', 'nightly-phone', 'nightly']);
});
