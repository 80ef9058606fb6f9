'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { toast } from '@/components/ui/toast';
import { gateNotices, noticeCookie } from '@/lib/gates/notice';

/** Says why the person was sent to the home page instead of the panel. */
export function GateNotice() {
  const t = useTranslations('nav.gate');
  useEffect(() => {
    const found = gateNotices.find((notice) => document.cookie.includes(`${noticeCookie}=${notice}`));
    if (!found) return;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
    document.cookie = `${noticeCookie}=;path=/;max-age=0`;
    void toast('error', t(found));
  }, [t]);
  return null;
}
