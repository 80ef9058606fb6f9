import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import { setWatcher } from '@/lib/core/telemetry/observe';

type Received = { call: string; headers: IncomingHttpHeaders; text: string };
type Answer = { status: number; text: string } | 'silence';
type Answering = Answer | ((headers: IncomingHttpHeaders) => Answer);

/** A server in place of a provider: it records the calls, and gives each the answer that a test has set. */
export async function startProvider() {
  const received: Received[] = [];
  const token = JSON.stringify({ access_token: 'token-1', token_type: 'Bearer', expires_in: 3_600 });
  const provider = { url: '', received, token, tokenStatus: 200, answer: { status: 200, text: '{}' } as Answering };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (bytes: Buffer) => {
      text += bytes.toString();
    });
    request.on('end', () => {
      if (request.url === '/v1/oauth2/token') {
        response.writeHead(provider.tokenStatus, { 'content-type': 'application/json' }).end(provider.token);
        return;
      }
      received.push({ call: `${request.method} ${request.url}`, headers: request.headers, text });
      const answer = typeof provider.answer === 'function' ? provider.answer(request.headers) : provider.answer;
      if (answer === 'silence') return;
      const headers = { 'content-type': 'application/json', 'request-id': `req_${received.length}` };
      response.writeHead(answer.status, headers).end(answer.text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  provider.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return provider;
}

/** Records the name and outcome of each call of a provider, as telemetry does. */
export function watchCalls(): unknown[] {
  const watched: unknown[] = [];
  setWatcher({
    during: async (work, run, { value = () => 'ok', problem = () => 'failed' }) => {
      try {
        const answer = await run();
        watched.push([work, value(answer)]);
        return answer;
      } catch (error) {
        watched.push([work, problem(error)]);
        throw error;
      }
    },
    countPayment: () => undefined,
    countWebhook: () => undefined,
    traceId: () => undefined,
  });
  afterAll(() => setWatcher(undefined));
  return watched;
}
