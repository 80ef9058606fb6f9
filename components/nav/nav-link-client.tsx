'use client';

import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Link } from '@/components/ui/link-client';
import { usePublicPath } from './use-public-path';

type Props = { href: string; children: ReactNode };

function Plain({ href, children, current = false }: Props & { current?: boolean }) {
  const link = useRef<HTMLAnchorElement>(null);
  // Scrolls a menu wider than the screen, such as the profile's on phones, to the current page. Only the menu scrolls,
  // never the page.
  useEffect(() => {
    const menu = current && (link.current?.closest('ul[data-menu]') ?? link.current?.closest('ul'));
    if (!menu || !link.current) return;
    const { left, width } = link.current.getBoundingClientRect();
    const menuBox = menu.getBoundingClientRect();
    menu.scrollLeft += left + width / 2 - (menuBox.left + menuBox.width / 2);
  }, [current]);
  return (
    <Link ref={link} href={href} aria-current={current ? 'page' : undefined} className="nav-link">
      {children}
    </Link>
  );
}

function Current(props: Props) {
  return <Plain {...props} current={usePublicPath() === props.href} />;
}

/** Menu link that marks the current page once the address is known, or by `current`, for example on pages below it. */
export function NavLink({ current, ...props }: Props & { current?: boolean }) {
  if (current !== undefined) return <Plain {...props} current={current} />;
  return (
    <Suspense fallback={<Plain {...props} />}>
      <Current {...props} />
    </Suspense>
  );
}
