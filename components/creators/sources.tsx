import { getFormatter, getTranslations } from 'next-intl/server';
import type { VisitSources } from '@/lib/creators/types';

/** Sources other than sites and campaigns. */
const own = { tienda: 'shop', otras: 'others' } as const;
const isOwn = (source: string): source is keyof typeof own => source in own;

/** Sources of a span's visitors. */
export async function Sources({ sources }: { sources: VisitSources }) {
  const [t, format] = await Promise.all([getTranslations('dashboard.sources'), getFormatter()]);
  const named = sources.top.map(({ source, views }) => ({ source, views }));
  const rest = sources.total - named.reduce((sum, { views }) => sum + views, 0);
  const rows = rest > 0 ? [...named, { source: 'otras', views: rest }] : named;
  const nameOf = (source: string | null) => (source === null ? t('direct') : isOwn(source) ? t(own[source]) : source);
  return (
    <section aria-labelledby="sources" className="rounded-card border border-line bg-surface p-5">
      <h2 id="sources" className="text-xl font-bold">
        {t('title')}
      </h2>
      {rows.length === 0 && <p className="mt-3 text-muted">{t('none')}</p>}
      <ul className="mt-4 space-y-3 text-sm">
        {rows.map(({ source, views }) => (
          <li key={source ?? ''}>
            <p className="flex flex-wrap justify-between gap-x-4">
              <b className="min-w-0 break-all">{nameOf(source)}</b>
              <span className="text-muted tabular-nums">
                {t('views', { count: views })} · {format.number(views / sources.total, { style: 'percent' })}
              </span>
            </p>
            <div aria-hidden className="mt-1 h-2 rounded-full bg-raised">
              <div className="h-2 rounded-full bg-link" style={{ width: `${(views / sources.total) * 100}%` }} />
            </div>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-sm text-muted">{t('note')}</p>
    </section>
  );
}
