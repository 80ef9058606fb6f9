import { getLocale, getTranslations } from 'next-intl/server';
import { Badge } from '@/components/ui/badge';
import { Time } from '@/components/ui/time';
import type { Session } from '@/lib/account/settings/sessions';
import { EndSession } from './end-session-client';

/** Sessions of the account: browser and system, country, shortened address, times; each but this one can be ended. */
export async function SessionList({ sessions }: { sessions: Session[] }) {
  const t = await getTranslations('settings.devices');
  const countries = new Intl.DisplayNames(await getLocale(), { type: 'region' });
  return (
    <ul aria-label={t('list')} className="mb-5 divide-y divide-line">
      {sessions.map(({ id, browser, country, address, beganAt, seenAt, isThis }) => {
        const name = browser || t('unknown');
        return (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
                <span>{name}</span>
                {isThis && <Badge tone="good">{t('this')}</Badge>}
              </p>
              <p className="flex flex-wrap gap-x-3 text-sm text-muted">
                {country && <span>{countries.of(country)}</span>}
                {address && <span>{t('address', { address })}</span>}
                <span>
                  <span>{`${t('began')} `}</span>
                  <Time at={beganAt} look="moment" />
                </span>
                <span>
                  <span>{`${t('seen')} `}</span>
                  <Time at={seenAt} look="moment" />
                </span>
              </p>
            </div>
            {!isThis && <EndSession id={id} name={name} />}
          </li>
        );
      })}
    </ul>
  );
}
