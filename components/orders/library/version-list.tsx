import { useFormatter, useTranslations } from 'next-intl';
import type { Version } from '@/lib/catalog/types';

/** The versions of a product with what is new in each. */
export function VersionList({ versions }: { versions: Version[] }) {
  const t = useTranslations('library');
  const format = useFormatter();
  return (
    <ol className="space-y-3">
      {versions.map(({ version, changes, at }) => (
        <li key={version + at} className="border-l-2 border-line pl-3">
          <p className="font-semibold">
            {t('version', { version })}{' '}
            <time dateTime={at} className="text-sm font-normal text-muted">
              {format.dateTime(new Date(at), 'day')}
            </time>
          </p>
          {changes && <p className="text-sm whitespace-pre-line text-muted">{changes}</p>}
        </li>
      ))}
    </ol>
  );
}
