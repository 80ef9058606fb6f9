import { useTranslations } from 'next-intl';
import { Link } from '@/components/ui/link-client';
import type { Product } from '@/lib/catalog/types';
import { BaseState } from './base-state-client';
import { SmallPrice } from './price-tag-client';

type Props = { base: NonNullable<Product['base']>; bundle: string | null; clubPercent: number };

const row = 'flex min-h-11 items-center justify-between gap-3 font-semibold hover:text-link';

/**
 * The product that an extension needs: whether the visitor owns it, and how to get it, alone or in a bundle of both.
 */
export function BaseNote({ base, bundle, clubPercent }: Props) {
  const t = useTranslations('parts');
  return (
    <section
      data-favorites={base.id}
      aria-label={t('extends', { name: base.name })}
      className="rounded-control border border-line px-4 py-2 text-sm"
    >
      <BaseState id={base.id} name={base.name} />
      <Link href={`/p/${base.slug}`} prefetch={false} className={row}>
        <span>{t('seeBase', { name: base.name })}</span>
        <span className="tabular-nums">
          <SmallPrice price={base} clubPercent={clubPercent} />
        </span>
      </Link>
      {bundle && (
        <a href="#bundles" className={row}>
          {t('bothInBundle', { name: bundle })}
        </a>
      )}
    </section>
  );
}
