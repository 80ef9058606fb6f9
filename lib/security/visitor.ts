import { createHash } from 'node:crypto';

/** The address a request comes from, as the proxy in front of the shop tells it. */
export const clientAddress = (headers: Headers): string =>
  headers.get('x-forwarded-for')?.split(',')[0]?.trim() || headers.get('x-real-ip') || 'local';

/** A name for a visitor that lasts a day and cannot be turned back into an address. */
export function visitorHash(headers: Headers, secret: string): string {
  const day = new Date().toISOString().slice(0, 10);
  return createHash('sha256')
    .update([secret, day, clientAddress(headers), headers.get('user-agent') ?? ''].join('\n'))
    .digest('hex')
    .slice(0, 32);
}

/** Whether a request says of itself that it is not a person. */
export const isRobot = (headers: Headers): boolean =>
  /bot|crawl|spider|slurp|preview|monitor|lighthouse/i.test(headers.get('user-agent') ?? 'bot');
