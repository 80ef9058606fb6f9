'use client';

import { ChevronsUpDown } from 'lucide-react';
import dynamic from 'next/dynamic';
import Image from 'next/image';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useMe } from '@/components/account/use-me';
import { Badge } from '@/components/ui/badge';
import { buttonStyles } from '@/components/ui/button-styles';
import { Skeleton } from '@/components/ui/skeleton';

const AccountMenu = dynamic(() => import('./account-menu-client').then((module) => module.AccountMenu), { ssr: false });

/** Who is signed in, at the foot of the sidebar: a skeleton, a link to log in, or the person with a menu. */
export function UserArea() {
  const t = useTranslations('nav');
  const state = useMe();
  const [wanted, setWanted] = useState(false);
  if (state.status === 'loading') {
    return (
      <div className="flex items-center gap-3 p-2">
        <Skeleton className="size-10 rounded-full" />
        <span className="flex-1 space-y-2">
          <Skeleton className="h-3 w-24" />
          <Skeleton className="h-3 w-16" />
        </span>
      </div>
    );
  }
  if (state.status === 'guest') {
    return (
      <Link href="/login" className={buttonStyles({ variant: 'buy', className: 'w-full' })}>
        {t('login')}
      </Link>
    );
  }
  const { me } = state;
  const person = (
    <>
      <Image src={me.avatarUrl} alt="" width={40} height={40} className="size-10 rounded-full object-cover" />
      <span className="min-w-0 flex-1 text-left">
        <span className="flex items-center gap-2 font-semibold">
          <span className="truncate">{me.displayName}</span>
          {me.role === 'admin' && <Badge tone="buy">{t('admin')}</Badge>}
          {me.club && <Badge tone="club">{t('clubMember')}</Badge>}
        </span>
        <span className="block truncate text-sm text-muted">@{me.username}</span>
      </span>
      <ChevronsUpDown aria-hidden className="size-4 text-muted" />
    </>
  );
  const look = 'flex w-full items-center gap-3 rounded-control p-2 hover:bg-raised';
  if (wanted) return <AccountMenu me={me} label={t('accountMenu')} className={look} trigger={person} />;
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-label={t('accountMenu')}
      onClick={() => setWanted(true)}
      className={look}
    >
      {person}
    </button>
  );
}
