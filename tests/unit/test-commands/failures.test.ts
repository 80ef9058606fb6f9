import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPlaywright } from '../../../scripts/test-reports/playwright.ts';
import { readVitest } from '../../../scripts/test-reports/vitest.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unstore-reports-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('a failure in a browser tells what stood on the page and what the server logged meanwhile', async () => {
  const inFolder = (name: string) => join(folder, name);
  const [report, context, log] = [inFolder('e2e.json'), inFolder('error-context.md'), inFolder('shop.log')];
  const logged = (time: string, msg: string) => JSON.stringify({ level: 50, time, msg });
  await writeFile(
    context,
    '# Error details\n\n# Page snapshot\n\n```yaml\n- main:\n  - status: Wait\n```\n\n# Test source\n',
  );
  await writeFile(
    log,
    [
      logged('2026-11-24T10:00:00.999Z', 'before'),
      logged('2026-11-24T10:00:02.000Z', 'meanwhile'),
      '    at a line without a time',
      logged('2026-11-24T10:00:05.001Z', 'after'),
    ].join('\n'),
  );
  const ended = (title: string, status: string, attachments: object[]) => ({
    title,
    tests: [
      {
        status,
        results: [
          { startTime: '2026-11-24T10:00:01.000Z', duration: 4_000, errors: [{ message: 'gone' }], attachments },
        ],
      },
    ],
  });
  await writeFile(
    report,
    JSON.stringify({
      stats: { expected: 1, unexpected: 1 },
      errors: [],
      suites: [
        {
          title: 'a.spec.ts',
          specs: [ended('passes', 'expected', [])],
          suites: [
            { title: 'within', specs: [ended('fails', 'unexpected', [{ name: 'error-context', path: context }])] },
          ],
        },
      ],
    }),
  );

  expect(await readPlaywright(report, 1, log)).toEqual({
    passed: 1,
    failed: 1,
    tests: [
      { name: 'a.spec.ts › passes', milliseconds: 4_000 },
      { name: 'within › fails', milliseconds: 4_000 },
    ],
    failures: [
      {
        name: 'within › fails',
        messages: ['gone'],
        seen: [
          { title: 'the page', lines: ['- main:', '  - status: Wait'] },
          {
            title: 'the log of the server meanwhile',
            lines: [logged('2026-11-24T10:00:02.000Z', 'meanwhile')],
          },
        ],
      },
    ],
  });
});

it.each([
  [0, []],
  [1, ['vitest']],
])('a run that ends with %i although every test passed names %j as failed', async (code, names) => {
  const report = join(folder, 'vitest.json');
  const passed = { fullName: 'passes', status: 'passed', failureMessages: [] };
  const testResults = [{ name: '/shop/a.test.ts', status: 'passed', message: '', assertionResults: [passed] }];
  await writeFile(report, JSON.stringify({ numPassedTests: 1, numFailedTests: 0, testResults }));
  const part = await readVitest(report, code, '/shop');
  expect([part.passed, part.failed]).toEqual([1, code]);
  expect(part.failures.map(({ name }) => name)).toEqual(names);
});
