'use client';

import { useFormatter, useTranslations } from 'next-intl';
import useSWR from 'swr';
import { CircleCheck, CircleDashed, CircleX } from '@/components/ui/icons/shop';
import { fetchJson } from '@/lib/core/http/fetch-json';
import { type Health, services } from '@/lib/status/types';

const pollMs = 30_000;

const looks = {
  up: { Icon: CircleCheck, className: 'text-good' },
  down: { Icon: CircleX, className: 'text-bad' },
  unknown: { Icon: CircleDashed, className: 'text-muted' },
};

/** Services of the shop with their availability, checked every 30 seconds. */
export function ServiceStatus() {
  const t = useTranslations('status');
  const format = useFormatter();
  const { data, error } = useSWR('/api/status/services', fetchJson<Health>, { refreshInterval: pollMs });
  const health = error ? undefined : data;
  return (
    <section aria-labelledby="services" className="rounded-card border border-line bg-surface p-5">
      <h2 id="services" className="text-xl font-bold">
        {t('title')}
      </h2>
      <ul className="mt-3 divide-y divide-line">
        {services.map((service) => {
          const state = health?.services[service] ?? 'unknown';
          const { Icon, className } = looks[state];
          return (
            <li key={service} className="flex min-h-12 items-center justify-between gap-4">
              {t(`services.${service}`)}
              <span className={`inline-flex items-center gap-2 text-sm font-semibold ${className}`}>
                <Icon aria-hidden className="size-5" />
                {t(`states.${state}`)}
              </span>
            </li>
          );
        })}
      </ul>
      <p role="status" className="mt-3 text-sm text-muted">
        {error
          ? t('failed')
          : health
            ? t('checkedAt', { time: format.dateTime(new Date(health.checkedAt), 'precise') })
            : t('states.unknown')}
      </p>
    </section>
  );
}
