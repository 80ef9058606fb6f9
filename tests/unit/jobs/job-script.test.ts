import { spawn } from 'node:child_process';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const script = join(import.meta.dirname, '../../../deploy/job.mjs');

/** Runs the script against a server with this response; returns its exit and the requests. */
async function runAgainst(answer: RequestListener) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/cron`;
  const child = spawn(process.execPath, [script, '--once'], {
    env: { ...process.env, JOB_URL: url, CRON_SECRET: 'cron-secret' },
  });
  let problems = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    problems += text;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  server.close();
  return { code, asked, problems };
}

it('the job script calls the shop once, with its secret', async () => {
  const { code, asked } = await runAgainst((_, response) => response.end('{}'));
  expect({ code, asked }).toEqual({ code: 0, asked: ['POST /api/cron Bearer cron-secret'] });
});

it('the job script follows no redirect, which would drop the secret, and reports its target', async () => {
  const { code, asked, problems } = await runAgainst(({ url }, response) => {
    if (url === '/api/cron') response.writeHead(301, { location: '/elsewhere' });
    response.end('{}');
  });
  expect({ code, asked }).toEqual({ code: 1, asked: ['POST /api/cron Bearer cron-secret'] });
  expect(problems).toContain('301');
  expect(problems).toContain('JOB_URL');
  expect(problems).toContain('/elsewhere');
});
