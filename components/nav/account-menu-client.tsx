'use client';

import { useTranslations } from 'next-intl';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link-client';
import type { Me } from '@/lib/account/types';
import { accountLinks } from './account-links';

type Props = { me: Me; label: string; className: string; trigger: ReactNode };

/** Menu of the signed-in person, loaded on the first press. */
export function AccountMenu({ me, label, className, trigger }: Props) {
  const t = useTranslations('nav');
  const links = accountLinks(me, t);
  return (
    <DropdownMenu.Root defaultOpen>
      <DropdownMenu.Trigger aria-label={label} className={className}>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          sideOffset={8}
          className="z-50 w-56 rounded-card border border-line bg-surface p-1.5 shadow-card"
        >
          {links.map(({ href, text }) => (
            <DropdownMenu.Item key={href} asChild>
              <Link
                href={href}
                prefetch={href === '/logout' ? false : undefined}
                className="flex min-h-11 items-center rounded-control px-3 outline-none data-[highlighted]:bg-raised"
              >
                {text}
              </Link>
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
