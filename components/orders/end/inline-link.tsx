import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link-client';

/** A link within a sentence. */
export const InlineLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} className="text-link underline underline-offset-4">
    {children}
  </Link>
);
