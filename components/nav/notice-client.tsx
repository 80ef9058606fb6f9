'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { toast } from '@/components/ui/toast';
import { noticeCookie, notices } from '@/lib/gates/notice';

/** Says why the person was sent to this page: back home from the panel, or back from a file that was not made. */
export function ArrivalNotice() {
  const t = useTranslations('nav.notice');
  useEffect(() => {
    const found = notices.find((notice) => document.cookie.includes(`${noticeCookie}=${notice}`));
    if (!found) return;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
    document.cookie = `${noticeCookie}=;path=/;max-age=0`;
    void toast('error', t(found));
  }, [t]);
  return null;
}
