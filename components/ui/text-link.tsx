import type { ReactNode } from 'react';
import { CarefulLink } from './careful-link-client';

/** A link on its own between texts, high enough to be touched. */
export const TextLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <CarefulLink href={href} className="inline-flex min-h-11 items-center text-link hover:underline">
    {children}
  </CarefulLink>
);
