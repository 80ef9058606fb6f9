'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Menu } from '@/components/ui/icons/shop';
import { onDemand } from '@/components/ui/on-demand';
import { useEarlyPress } from '@/components/ui/use-early-press';

const MobilePanel = onDemand(() => import('./mobile-panel-client').then((module) => module.MobilePanel));

export function MobileMenu() {
  const t = useTranslations('nav');
  const [open, setOpen] = useState(false);
  const button = useEarlyPress(() => setOpen(true));
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={t('menu')}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className="grid size-11 place-items-center rounded-control hover:bg-raised"
      >
        <Menu aria-hidden className="size-6" />
      </button>
      {open && <MobilePanel onClose={() => setOpen(false)} />}
    </>
  );
}
