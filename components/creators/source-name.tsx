import { useTranslations } from 'next-intl';
import type { SaleSource } from '@/lib/catalog/sale-source';

/** The name of a source of sales, with the tag of the creator's link. */
export function SourceName({ source, tag }: { source: SaleSource | null; tag: string | null }) {
  const t = useTranslations('dashboard.saleSources.names');
  return (
    <>
      <span>{t(source ?? 'unknown')}</span>
      {tag && <span className="font-mono text-muted">{` · ${tag}`}</span>}
    </>
  );
}
