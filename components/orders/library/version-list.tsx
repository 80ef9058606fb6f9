import { useTranslations } from 'next-intl';
import { Time } from '@/components/ui/time';
import type { Version } from '@/lib/catalog/types';

/** Versions of a product with their changes. */
export function VersionList({ versions }: { versions: Version[] }) {
  const t = useTranslations('library');
  return (
    <ol className="space-y-3">
      {versions.map(({ version, changes, at }) => (
        <li key={version + at} className="border-l-2 border-line pl-3">
          <p className="font-semibold">
            {t('version', { version })} <Time at={at} look="day" className="text-sm font-normal text-muted" />
          </p>
          {changes && <p className="text-sm whitespace-pre-line text-muted">{changes}</p>}
        </li>
      ))}
    </ol>
  );
}
