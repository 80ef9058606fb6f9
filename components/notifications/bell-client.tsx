'use client';

import { useTranslations } from 'next-intl';
import { Bell as BellIcon } from '@/components/ui/icons/shop';
import { useOnDemand } from '@/components/ui/use-on-demand';

/** Bell with the number of unread notifications; its popup loads on the first press. */
export function Bell({ unread, className }: { unread: number; className: string }) {
  const t = useTranslations('nav.bell');
  const [BellPopup, open] = useOnDemand(() => import('./bell-popup-client').then((module) => module.BellPopup));
  const label = t('label', { count: unread });
  const look = `${className} relative`;
  const trigger = (
    <>
      <BellIcon aria-hidden className="size-5" />
      {unread > 0 && (
        <span
          aria-hidden
          className="absolute top-1.5 right-1 min-w-4.5 rounded-full bg-buy px-1 text-center text-[0.65rem] leading-4.5 font-bold text-on-buy"
        >
          {unread > 9 ? '9+' : unread}
        </span>
      )}
    </>
  );
  if (BellPopup) return <BellPopup label={label} className={look} trigger={trigger} />;
  return (
    <button type="button" aria-haspopup="dialog" aria-label={label} className={look} onClick={open}>
      {trigger}
    </button>
  );
}
