import 'server-only';
import { getTranslations } from 'next-intl/server';
import { orOutage } from '@/lib/core/http/outage';
import { requestLocale } from '@/lib/core/i18n/server';
import { isOwnOrigin } from '@/lib/core/security/origin';
import { getMe } from './server';
import type { Me } from './types';

const requestMessages = async () => getTranslations({ locale: await requestLocale() });

type Sender = {
  me: Me;
  /** The messages in the language of the request. */
  t: Awaited<ReturnType<typeof requestMessages>>;
  refuse: (status: number, message: string) => Response;
};

/**
 * A route that takes a file, or a step of sending one, from the signed-in person on a page of the shop. Whoever is
 * refused gets a status and `{ message }`, which the page shows.
 *
 * @param take what it does with the request
 */
export const uploadRoute = (take: (request: Request, sender: Sender) => Promise<Response>) =>
  orOutage(async (request: Request) => {
    const t = await requestMessages();
    const refuse = (status: number, message: string) => Response.json({ message }, { status });
    if (!isOwnOrigin(request)) return refuse(403, t('problems.notSignedIn'));
    const me = await getMe();
    return me ? take(request, { me, t, refuse }) : refuse(401, t('problems.notSignedIn'));
  });
