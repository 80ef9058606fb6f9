'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { readStoredJson, storeJson } from '@/components/ui/browser-storage';
import { OnFloor } from '@/components/ui/on-floor-client';
import type { Banner } from '@/lib/status/types';
import { AnnouncementCard } from './announcement-card';

const storageKey = 'announcements';
const mostKept = 50;

/** Ids of the announcements closed in this browser. */
function readClosed(): number[] {
  const kept = readStoredJson(storageKey);
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'number') : [];
}

/** The newest announcement not closed in this browser. It overlays the page without a layout shift. */
export function Announcement({ banners }: { banners: Banner[] }) {
  const t = useTranslations('status.announcement');
  const locale = useLocale();
  const [closed, setClosed] = useState(readClosed);
  const shown = banners.find(({ id }) => !closed.includes(id));
  if (!shown) return null;

  function close(id: number) {
    const ids = [id, ...closed];
    storeJson(storageKey, ids.slice(0, mostKept));
    setClosed(ids);
  }

  return (
    <OnFloor>
      <AnnouncementCard
        {...shown[locale]}
        href={shown.href}
        words={{ label: t('label'), see: t('see'), close: t('close') }}
        onClose={() => close(shown.id)}
        className="mx-auto w-full max-w-3xl shadow-card"
      />
    </OnFloor>
  );
}
