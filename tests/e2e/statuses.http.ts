import { connect } from 'node:net';
import { expect } from '@playwright/test';
import { test } from './support/http.ts';
import { createPerson } from './support/people.ts';
import { createSession } from './support/session.ts';

/** Sends raw bytes to the shop and returns the status of the response. */
function statusOf(text: string): Promise<number> {
  const { hostname, port, host } = new URL(process.env.SITE_URL ?? '');
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text.replace('HOST', host)));
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
      const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(answer) ?? [];
      if (!status) return;
      socket.destroy();
      resolve(Number(status));
    });
    socket.on('close', () => resolve(0));
    socket.on('error', reject);
  });
}

test.describe('a request that browsers do not send is refused with a status of 4xx', () => {
  for (const line of ['TRACE / HTTP/1.1', 'TRACE /api/me HTTP/1.1', 'OPTIONS * HTTP/1.1']) {
    test(line, async () => {
      const status = await statusOf(`${line}\r\nHost: HOST\r\nConnection: close\r\n\r\n`);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
    });
  }

  test('JSON nested a hundred thousand times', { tag: '@nightly' }, async () => {
    const person = await createPerson();
    const cookie = (await createSession(person)).map(({ name, value }) => `${name}=${value}`).join('; ');
    const site = process.env.SITE_URL ?? '';
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const bodies = [deep, `{"plan":${deep}}`, `{"producto":${deep}}`];
    const statuses: Record<string, number> = {};
    for (const path of [
      'club-subscribe',
      'cancel-subscription',
      'resume-subscription',
      'club-plan',
      'club-portal',
      'create-checkout-session',
      'create-order',
      'verificar-pago',
      'verificar-paypal',
      'product-draft',
      'preview',
      'visit',
      'my-review',
      'notifications',
      'webhooks/stripe',
      'webhooks/paypal',
    ]) {
      for (const [at, body] of bodies.entries()) {
        const headers = { cookie, origin: site, 'content-type': 'application/json' };
        const response = await fetch(`${site}/api/${path}`, { method: 'POST', body, headers, redirect: 'manual' });
        await response.arrayBuffer();
        statuses[`${path} ${at}`] = response.status;
      }
    }
    const failed = Object.entries(statuses).filter(([, status]) => status >= 500 || status === 200);
    expect(failed).toEqual([]);
  });

  test('a body of sixty megabytes', { tag: '@nightly' }, async () => {
    const person = await createPerson();
    const cookie = (await createSession(person)).map(({ name, value }) => `${name}=${value}`).join('; ');
    const site = process.env.SITE_URL ?? '';
    const statuses: Record<string, number> = {};
    for (const path of ['club-subscribe', 'create-checkout-session', 'create-order', 'visit', 'product-draft']) {
      const headers = { cookie, origin: site, 'content-type': 'application/json' };
      const body = `"${'x'.repeat(60_000_000)}"`;
      // A server that has refused it may close the connection before all of it is sent.
      const response = await fetch(`${site}/api/${path}`, { method: 'POST', body, headers }).catch(() => null);
      statuses[path] = response?.status ?? 413;
    }
    expect(Object.entries(statuses).filter(([, status]) => status < 400 || status >= 500)).toEqual([]);
  });
});
