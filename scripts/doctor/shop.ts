import { type Finding, findingsOf, messageOf } from './finding.ts';

const { ok, warn, missing } = findingsOf('shop');
const patience = 10_000;

const late = (what: string) =>
  warn(what, {
    why: 'customers, webhooks and the scheduler come to this address',
    fix: 'deploy the shop, and check its name, its certificate and the proxy in front',
  });

const ask = (url: string, init: RequestInit = {}) =>
  fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(patience) });

/** Checks that the running server accepts the scheduler's secret. A HEAD request starts no job. */
async function lookAtCronSecret(siteUrl: string, secret: string): Promise<Finding[]> {
  const { status } = await ask(`${siteUrl}/api/cron`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${secret}` },
  });
  if (status === 204) return [ok('it takes CRON_SECRET')];
  if (status !== 401) return [late(`${siteUrl}/api/cron answers ${status}`)];
  return [
    missing('it refuses CRON_SECRET', {
      why: 'a scheduler that sends this secret does no job: payments, refunds and mails wait',
      fix: 'start the shop with the same CRON_SECRET as here, and give it to the scheduler',
    }),
  ];
}

/**
 * Checks that the shop responds at its public address and accepts the scheduler's secret, which is only possible after
 * deployment.
 */
export async function lookAtShop(siteUrl: string, cronSecret: string): Promise<Finding[]> {
  try {
    const answer = await ask(`${siteUrl}/api/health`);
    if (!answer.ok) return [late(`${siteUrl}/api/health answers ${answer.status}`)];
    return [ok(`it answers at ${siteUrl}`), ...(await lookAtCronSecret(siteUrl, cronSecret))];
  } catch (error) {
    return [late(`nothing answers at ${siteUrl}: ${messageOf(error)}`)];
  }
}
