import { getTranslations } from 'next-intl/server';
import { Link } from '@/components/ui/link-client';
import { type LegalPage, legalPages, legalPath } from '@/lib/legal/pages';

/** The links to the legal pages. */
export async function LegalLinks({ current }: { current?: LegalPage }) {
  const t = await getTranslations('legal.pages');
  return (
    <ul className="flex flex-wrap gap-x-6">
      {legalPages.map((page) => (
        <li key={page}>
          <Link
            href={legalPath(page)}
            aria-current={page === current ? 'page' : undefined}
            className="inline-flex min-h-11 items-center hover:text-ink hover:underline aria-[current=page]:font-bold aria-[current=page]:text-ink"
          >
            {t(page)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
