import 'server-only';
import { getTranslations } from 'next-intl/server';
import { orOutage } from '@/lib/core/http/outage';
import { requestLocale } from '@/lib/core/i18n/server';
import { takeAttempt } from '@/lib/core/limits';
import type { LimitKind } from '@/lib/core/limits/table';
import { isOwnOrigin } from '@/lib/core/security/origin';
import { getMe } from './server';
import type { Me } from './types';

const requestMessages = async () => getTranslations({ locale: await requestLocale() });

type Sender = {
  me: Me;
  /** The messages in the language of the request. */
  t: Awaited<ReturnType<typeof requestMessages>>;
  refuse: (status: number, message: string) => Response;
  /** Counts an attempt; returns the refusal if there were too many. */
  limit: (kind: LimitKind) => Promise<Response | null>;
};

/**
 * A route for uploads of the signed-in person from a page of the shop. Refusals are a status and `{ message }`, which
 * the page shows.
 *
 * @param take handles the request
 */
export const uploadRoute = (take: (request: Request, sender: Sender) => Promise<Response>) =>
  orOutage(async (request: Request) => {
    const t = await requestMessages();
    const refuse = (status: number, message: string, more: Record<string, string> = {}) =>
      Response.json({ message }, { status, headers: { 'cache-control': 'private, no-store', ...more } });
    if (!isOwnOrigin(request)) return refuse(403, t('problems.notSignedIn'));
    const me = await getMe();
    if (!me) return refuse(401, t('problems.notSignedIn'));
    const limit = async (kind: LimitKind) => {
      const wait = await takeAttempt(kind, me.id);
      return wait > 0 ? refuse(429, t('problems.tooMany'), { 'retry-after': String(wait) }) : null;
    };
    return take(request, { me, t, refuse, limit });
  });
