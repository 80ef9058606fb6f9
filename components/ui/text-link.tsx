import Link from 'next/link';
import type { ReactNode } from 'react';

/** A link that stands by itself between texts, high enough for a finger. */
export const TextLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} className="inline-flex min-h-11 items-center text-link hover:underline">
    {children}
  </Link>
);
