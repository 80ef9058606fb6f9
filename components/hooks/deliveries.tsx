import { getTranslations } from 'next-intl/server';
import { BackLink } from '@/components/ui/back-link';
import { classNames } from '@/components/ui/class-names';
import { EmptyState } from '@/components/ui/empty-state';
import { FilterButtons } from '@/components/ui/filter-buttons';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Receipt } from '@/components/ui/icons/desk';
import { ListForm } from '@/components/ui/list-form';
import { PageLinks } from '@/components/ui/page-links';
import { Select } from '@/components/ui/select';
import { Time } from '@/components/ui/time';
import { requireMe } from '@/lib/account/server';
import { type PageQuery, textOf } from '@/lib/core/http/page-query';
import { isUuid } from '@/lib/core/uuid';
import { type DeliveryFilter, type HookDelivery, listDeliveries, listHooks } from '@/lib/hooks/own';
import { deliveryStates } from '@/lib/hooks/types';
import { Resend } from './resend-client';

const path = '/dashboard/webhooks/log';

function parseFilter(query: PageQuery): DeliveryFilter {
  const [hook, before] = [textOf(query.webhook), textOf(query.antes)];
  return {
    hook: isUuid(hook) ? hook : null,
    state: deliveryStates.find((state) => state === textOf(query.estado)) ?? null,
    before: /^\d{1,15}$/.test(before) ? before : null,
  };
}

const addressOf = ({ hook, state, before }: DeliveryFilter) =>
  `${path}?${new URLSearchParams({
    ...(hook && { webhook: hook }),
    ...(state && { estado: state }),
    ...(before && { antes: before }),
  })}`;

const tones = { esperando: 'text-warn', enviando: 'text-warn', entregado: 'text-good', fallido: 'text-bad' } as const;

async function Row({ delivery }: { delivery: HookDelivery }) {
  const t = await getTranslations('hooks');
  const { type, state, status, error, milliseconds, attempts } = delivery;
  const answer = status === null ? error && t(`postErrors.${error}`) : t('log.status', { status: String(status) });
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 p-4">
      <div className="min-w-0 flex-1 basis-64 space-y-1">
        <p className="font-mono text-sm font-semibold wrap-anywhere">{type}</p>
        <p className="font-mono text-sm text-muted wrap-anywhere">{delivery.url}</p>
        <details className="text-sm">
          <summary className="min-h-11 cursor-pointer content-center text-muted">{t('log.message')}</summary>
          <pre className="rounded-control bg-raised p-3 wrap-anywhere whitespace-pre-wrap">
            {`${delivery.messageId}\n${JSON.stringify(delivery.data, null, 2)}`}
          </pre>
        </details>
      </div>
      <div className="space-y-1 text-sm sm:text-right">
        <p className={classNames('font-semibold', tones[state])}>
          {t(delivery.isPaused && state === 'esperando' ? 'log.states.pausa' : `log.states.${state}`)}
        </p>
        {answer && (
          <p>
            <span>{answer}</span>
            {milliseconds !== null && <span className="text-muted"> · {t('log.milliseconds', { milliseconds })}</span>}
          </p>
        )}
        <p className="text-muted">
          <Time at={delivery.attemptAt ?? delivery.createdAt} look="moment" />
          {attempts > 1 && <span> · {t('log.attempts', { count: attempts })}</span>}
        </p>
        {delivery.nextAt && !delivery.isPaused && (
          <p className="text-muted">
            {t('log.next')} <Time at={delivery.nextAt} look="moment" />
          </p>
        )}
        {!delivery.isPaused && (
          <div className="flex sm:justify-end">
            <Resend id={delivery.id} type={type} />
          </div>
        )}
      </div>
    </li>
  );
}

/** Deliveries to a creator's addresses in the last 30 days, filtered by the query of the page. */
export async function Deliveries({ query }: { query: Promise<PageQuery> }) {
  await requireMe(path, query);
  const filter = parseFilter(await query);
  const [t, hooks, { deliveries, next }] = await Promise.all([
    getTranslations('hooks.log'),
    listHooks(),
    listDeliveries(filter),
  ]);
  const any = { value: '', label: t('any') };
  const isNarrowed = filter.hook !== null || filter.state !== null;
  return (
    <MoreClientMessages namespaces={['hooks']}>
      <div className="space-y-6">
        <BackLink href="/dashboard/webhooks">{t('back')}</BackLink>
        <h1 className="text-3xl font-extrabold">{t('title')}</h1>
        <ListForm
          shown={JSON.stringify(filter)}
          action="/dashboard/webhooks/log"
          className="grid grid-cols-1 items-end gap-3 rounded-card border border-line bg-surface p-4 sm:grid-cols-3"
        >
          <Select
            label={t('hook')}
            name="webhook"
            defaultValue={filter.hook ?? ''}
            options={[any, ...hooks.map(({ id, url }) => ({ value: id, label: url }))]}
          />
          <Select
            label={t('state')}
            name="estado"
            defaultValue={filter.state ?? ''}
            options={[any, ...deliveryStates.map((state) => ({ value: state, label: t(`states.${state}`) }))]}
          />
          <FilterButtons path={path} isNarrowed={isNarrowed} applyLabel={t('apply')} clearLabel={t('clear')} />
        </ListForm>
        {deliveries.length === 0 ? (
          <EmptyState icon={<Receipt />} title={t(isNarrowed ? 'noneFound' : 'none')} />
        ) : (
          <ul className="divide-y divide-line rounded-card border border-line bg-surface">
            {deliveries.map((delivery) => (
              <Row key={delivery.id} delivery={delivery} />
            ))}
          </ul>
        )}
        <PageLinks
          newest={filter.before && addressOf({ ...filter, before: null })}
          older={next && addressOf({ ...filter, before: next })}
        />
        <p className="max-w-prose text-sm text-muted">{t('note')}</p>
      </div>
    </MoreClientMessages>
  );
}
