import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { ChevronDown } from '@/components/ui/icons/shop';
import { Time } from '@/components/ui/time';
import type { Version } from '@/lib/catalog/types';

const shownAtFirst = 3;

function Versions({ versions, first = false }: { versions: Version[]; first?: boolean }) {
  const t = useTranslations('productPage');
  return (
    <ol className="space-y-5">
      {versions.map(({ version, changes, at, games }, index) => (
        <li key={version + at} className="relative border-l-2 border-line pl-5">
          <span
            aria-hidden
            className={`absolute top-1.5 -left-[7px] size-3 rounded-full ${first && index === 0 ? 'bg-buy' : 'bg-line'}`}
          />
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <b>{t('version', { version })}</b>
            {first && index === 0 && <Badge tone="buy">{t('latest')}</Badge>}
            <Time at={at} look="day" className="text-sm text-muted" />
          </p>
          {games.length > 0 && <p className="text-sm text-muted">{t('worksWith', { versions: games.join(', ') })}</p>}
          {changes && <p className="mt-1 text-sm text-pretty whitespace-pre-line">{changes}</p>}
        </li>
      ))}
    </ol>
  );
}

/** Changes in each version of a product, newest first; old ones are collapsed. */
export function VersionHistory({ versions }: { versions: Version[] }) {
  const t = useTranslations('productPage');
  const older = versions.slice(shownAtFirst);
  return (
    <section aria-labelledby="versions">
      <h2 id="versions" className="mb-4 text-xl font-bold">
        {t('versions')}
      </h2>
      <div className="rounded-card border border-line bg-surface p-5">
        <Versions versions={versions.slice(0, shownAtFirst)} first />
        {older.length > 0 && (
          <details className="group mt-4">
            <summary className="flex min-h-11 items-center gap-2 font-semibold text-link">
              <ChevronDown aria-hidden className="size-4 transition group-open:rotate-180" />
              {t('olderVersions', { count: older.length })}
            </summary>
            <div className="mt-3">
              <Versions versions={older} />
            </div>
          </details>
        )}
      </div>
    </section>
  );
}
