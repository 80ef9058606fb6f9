import { getTranslations } from 'next-intl/server';
import { classNames } from '@/components/ui/class-names';
import { Link } from '@/components/ui/link-client';
import { type Span, spans } from '@/lib/creators/spans';

/** Chooses the number of days of the charts. */
export async function SpanChoice({ path, span }: { path: string; span: Span }) {
  const t = await getTranslations('dashboard');
  return (
    <nav aria-label={t('span')} className="flex flex-wrap gap-1">
      {spans.map((days) => (
        <Link
          key={days}
          href={`${path}?dias=${days}`}
          scroll={false}
          aria-current={days === span ? 'page' : undefined}
          className={classNames(
            'inline-flex min-h-11 items-center rounded-control px-4 font-semibold',
            days === span ? 'bg-raised text-ink' : 'text-muted hover:bg-raised',
          )}
        >
          {t('days', { count: days })}
        </Link>
      ))}
    </nav>
  );
}
