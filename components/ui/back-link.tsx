import type { ReactNode } from 'react';
import { ArrowLeft } from '@/components/ui/icons/shop';
import { Link } from '@/components/ui/link-client';

/** The way back from a thing's own page to the list that it stands in. */
export const BackLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} className="inline-flex min-h-11 items-center gap-2 font-semibold text-link">
    <ArrowLeft aria-hidden className="size-4" />
    {children}
  </Link>
);
