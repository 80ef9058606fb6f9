'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { toast } from '@/components/ui/toast';
import { gateNotices, noticeCookie } from '@/lib/gates/notice';

/** Says why somebody was sent home instead of to the panel (SPEC §6). */
export function GateNotice() {
  const t = useTranslations('nav.gate');
  useEffect(() => {
    const found = gateNotices.find((notice) => document.cookie.includes(`${noticeCookie}=${notice}`));
    if (!found) return;
    void cookieStore.delete(noticeCookie);
    void toast('error', t(found));
  }, [t]);
  return null;
}
