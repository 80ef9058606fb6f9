'use client';

import { useTranslations } from 'next-intl';
import { TriangleAlert } from '@/components/ui/icons/shop';
import { Link } from '@/components/ui/link-client';

/** Banner during a partial outage, with a link to the status page. */
export function StatusBanner() {
  const t = useTranslations('status');
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-center gap-x-3 bg-warn px-4 py-1 text-center text-sm font-semibold text-canvas"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      {t('banner')}
      <Link href="/status" className="inline-flex min-h-11 items-center underline">
        {t('see')}
      </Link>
    </div>
  );
}
