import type { ReactNode } from 'react';
import { ArrowLeft } from '@/components/ui/icons/shop';
import { Link } from '@/components/ui/link-client';

/** Link from a detail page back to its list. */
export const BackLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} className="inline-flex min-h-11 items-center gap-2 font-semibold text-link wrap-anywhere">
    <ArrowLeft aria-hidden className="size-4" />
    {children}
  </Link>
);
