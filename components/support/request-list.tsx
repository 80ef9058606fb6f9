import { getLocale, getTranslations } from 'next-intl/server';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { LifeBuoy } from '@/components/ui/icons/shop';
import { Link } from '@/components/ui/link-client';
import { PageLinks } from '@/components/ui/page-links';
import { Time } from '@/components/ui/time';
import { parsePage } from '@/lib/core/http/page';
import type { PageQuery } from '@/lib/core/http/page-query';
import { type ListedRequest, listRequests } from '@/lib/support/server';
import { deskPath, type Part, requestStates, threadPath } from '@/lib/support/types';
import { RequestState } from './request-state';

async function Row({ request, part }: { request: ListedRequest; part: Part }) {
  const t = await getTranslations('help');
  const subject = request.product ?? t('general');
  return (
    <article className="relative space-y-1.5 rounded-card border border-line bg-surface p-4 transition hover:border-link has-[a:focus-visible]:border-link">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="min-w-0 font-bold wrap-anywhere">
          <Link href={threadPath(part, request.id)} className="after:absolute after:inset-0 after:rounded-card">
            {subject}
          </Link>
        </h2>
        <Time at={request.updatedAt} look="moment" className="text-sm text-muted" />
      </div>
      {request.asker && <p className="text-sm text-muted">{t('from', { name: request.asker })}</p>}
      <p className="line-clamp-2 text-muted wrap-anywhere">
        {request.lastFrom && request.lastFrom !== part && (
          <span className="font-semibold">{`${t(`parts.${request.lastFrom}`)}: `}</span>
        )}
        <span>{request.last}</span>
      </p>
      <RequestState request={request} part={part} />
    </article>
  );
}

type Props = {
  part: Part;
  /** `estado`: the threads in this state alone; `pagina`: from 0. */
  query: Promise<PageQuery>;
};

/** Threads of a person in one part. The desks of creators and of the shop begin with those that wait for an answer. */
export async function RequestList({ part, query }: Props) {
  const { estado, pagina } = await query;
  const page = parsePage(pagina);
  const isDesk = part !== 'cliente';
  const state = requestStates.find((known) => known === estado) ?? (isDesk && estado !== 'todas' ? 'abierta' : null);
  const [t, { requests, hasMore }] = await Promise.all([
    getTranslations('help'),
    listRequests(part, state, page, await getLocale()),
  ]);
  const path = deskPath[part];
  const shown = state ?? 'todas';
  return (
    <div className="space-y-4">
      {isDesk && (
        <nav aria-label={t('filter')} className="flex flex-wrap gap-2">
          {(['abierta', 'contestada', 'cerrada', 'todas'] as const).map((one) => (
            <Link
              key={one}
              href={`${path}?estado=${one}`}
              aria-current={one === shown ? 'page' : undefined}
              className={`inline-flex min-h-11 items-center rounded-control px-4 font-semibold ${one === shown ? 'bg-raised text-ink' : 'text-muted hover:bg-raised'}`}
            >
              {t(`filters.${one}`)}
            </Link>
          ))}
        </nav>
      )}
      {requests.length === 0 ? (
        <EmptyState icon={<LifeBuoy />} title={t(isDesk ? 'emptyDesk' : 'empty')}>
          {!isDesk && (
            <ButtonLink href="/profile/help/new" variant="buy">
              {t('ask')}
            </ButtonLink>
          )}
        </EmptyState>
      ) : (
        <ul className="space-y-3">
          {requests.map((request) => (
            <li key={request.id}>
              <Row request={request} part={part} />
            </li>
          ))}
        </ul>
      )}
      <PageLinks
        newest={page > 0 && `${path}?estado=${shown}`}
        older={hasMore && `${path}?estado=${shown}&pagina=${page + 1}`}
        labels={{ newest: t('first'), older: t('more') }}
      />
    </div>
  );
}
