'use client';

import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { ChevronsUpDown } from '@/components/ui/icons/shop';
import { Picture } from '@/components/ui/picture-client';
import { useOnDemand } from '@/components/ui/use-on-demand';
import type { Me } from '@/lib/account/types';

const look = 'flex w-full items-center gap-3 rounded-control p-2 hover:bg-raised';

/** The signed-in person's button, whose menu loads on the first press. */
export function SignedIn({ me }: { me: Me }) {
  const t = useTranslations('nav');
  const [AccountMenu, open] = useOnDemand(() => import('./account-menu-client').then((module) => module.AccountMenu));
  const person = (
    <>
      <Picture src={me.avatarUrl} alt="" width={40} height={40} className="size-10 rounded-full object-cover" />
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
  // The accessible name begins with the visible text.
  const badges = [me.role === 'admin' && t('admin'), me.club && t('clubMember')].filter(Boolean).join(' ');
  const label = `${me.displayName} ${badges} @${me.username}, ${t('accountMenu')}`.replace('  ', ' ');
  if (AccountMenu) return <AccountMenu me={me} label={label} className={look} trigger={person} />;
  return (
    <button type="button" aria-haspopup="menu" aria-label={label} onClick={open} className={look}>
      {person}
    </button>
  );
}
