'use client';

import { usePathname, useSelectedLayoutSegment } from 'next/navigation';
import { Fragment, type ReactNode } from 'react';

type Props = {
  /** Beginnings of paths below which a layout of their own does the same, and stays from page to page. */
  sections?: readonly string[];
  children: ReactNode;
};

/**
 * Ends the layouts of a group of pages (shop, purchase, account) when a page of another group is shown, for the same
 * reason as `FreshPage` below ends a page.
 */
export function FreshGroup({ children }: { children: ReactNode }) {
  return <Fragment key={useSelectedLayoutSegment()}>{children}</Fragment>;
}

/**
 * Ends a page when it is left. With Cache Components, Next.js keeps the last pages mounted and hidden, and shows them
 * again with what was typed, ticked and opened for something else (docs/decisions/0035).
 */
export function FreshPage({ sections = [], children }: Props) {
  const path = usePathname();
  const section = sections.find((beginning) => path === beginning || path.startsWith(`${beginning}/`));
  return <Fragment key={section ?? path}>{children}</Fragment>;
}
