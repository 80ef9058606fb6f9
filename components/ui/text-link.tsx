import type { ReactNode } from 'react';
import { Link } from './link-client';

/** A link on its own line, high enough for touch. */
export const TextLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} className="inline-flex min-h-11 items-center text-link wrap-anywhere hover:underline">
    {children}
  </Link>
);
