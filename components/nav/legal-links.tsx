import { getTranslations } from 'next-intl/server';
import { CarefulLink } from '@/components/ui/careful-link-client';
import { type LegalPage, legalPages, legalPath } from '@/lib/legal/pages';

/** The links to the legal pages. */
export async function LegalLinks({ current }: { current?: LegalPage }) {
  const t = await getTranslations('legal.pages');
  return (
    <ul className="flex flex-wrap gap-x-6">
      {legalPages.map((page) => (
        <li key={page}>
          <CarefulLink
            href={legalPath(page)}
            aria-current={page === current ? 'page' : undefined}
            className="inline-flex min-h-11 items-center hover:text-ink hover:underline aria-[current=page]:font-bold aria-[current=page]:text-ink"
          >
            {t(page)}
          </CarefulLink>
        </li>
      ))}
    </ul>
  );
}
