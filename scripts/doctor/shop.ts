import { type Finding, findingsOf, messageOf } from './finding.ts';

const { ok, warn } = findingsOf('shop');
const patience = 10_000;

/** Whether the shop answers where its customers will look for it. Before it is deployed it cannot. */
export async function lookAtShop(siteUrl: string): Promise<Finding[]> {
  const late = (what: string) => [
    warn(what, {
      why: 'customers, webhooks and the scheduler come to this address',
      fix: 'deploy the shop, and check its name, its certificate and the proxy in front',
    }),
  ];
  try {
    const answer = await fetch(`${siteUrl}/api/health`, { redirect: 'manual', signal: AbortSignal.timeout(patience) });
    return answer.ok ? [ok(`it answers at ${siteUrl}`)] : late(`${siteUrl}/api/health answers ${answer.status}`);
  } catch (error) {
    return late(`nothing answers at ${siteUrl}: ${messageOf(error)}`);
  }
}
