'use client';

import { usePathname, useSelectedLayoutSegment } from 'next/navigation';
import { Fragment, type ReactNode } from 'react';

type Props = {
  /** Path prefixes whose layout does the same and persists between pages. */
  sections?: readonly string[];
  children: ReactNode;
};

/**
 * Remounts the layout of a route group (shop, purchase, account) when another group is shown, for the reason given at
 * `FreshPage`.
 */
export function FreshGroup({ children }: { children: ReactNode }) {
  return <Fragment key={useSelectedLayoutSegment()}>{children}</Fragment>;
}

/**
 * Unmounts a page when it is left. With Cache Components, Next.js keeps recent pages mounted but hidden, and would show
 * old input again for other content (docs/decisions/0035).
 */
export function FreshPage({ sections = [], children }: Props) {
  const path = usePathname();
  const section = sections.find((beginning) => path === beginning || path.startsWith(`${beginning}/`));
  return <Fragment key={section ?? path}>{children}</Fragment>;
}
