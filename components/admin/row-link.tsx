import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link-client';

/** Link from a row to its page. */
export const RowLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link
    href={href}
    prefetch={false}
    className="inline-flex min-h-11 items-center font-semibold text-link underline-offset-4 hover:underline"
  >
    {children}
  </Link>
);
