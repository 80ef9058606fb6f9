'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';

/** A link of the menu that knows whether it leads to where we are. */
export function NavLink({ href, children }: { href: string; children: ReactNode }) {
  const current = usePathname() === href;
  return (
    <Link
      href={href}
      aria-current={current ? 'page' : undefined}
      className="flex min-h-11 items-center gap-3 rounded-control px-3 font-medium text-muted transition hover:bg-raised hover:text-ink aria-[current]:bg-raised aria-[current]:text-ink"
    >
      {children}
    </Link>
  );
}
