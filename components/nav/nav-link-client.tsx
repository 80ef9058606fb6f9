'use client';

import Link from 'next/link';
import { type ReactNode, Suspense } from 'react';
import { usePublicPath } from './use-public-path';

type Props = { href: string; children: ReactNode };

const look =
  'flex min-h-11 items-center gap-3 rounded-control px-3 font-medium text-muted transition hover:bg-raised hover:text-ink aria-[current]:bg-raised aria-[current]:text-ink';

function Plain({ href, children, current = false }: Props & { current?: boolean }) {
  return (
    <Link href={href} aria-current={current ? 'page' : undefined} className={look}>
      {children}
    </Link>
  );
}

function Current(props: Props) {
  return <Plain {...props} current={usePublicPath() === props.href} />;
}

/** A link of the menu that marks the current page, as soon as the address is known. */
export function NavLink(props: Props) {
  return (
    <Suspense fallback={<Plain {...props} />}>
      <Current {...props} />
    </Suspense>
  );
}
