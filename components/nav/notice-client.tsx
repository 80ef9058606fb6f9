'use client';

import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { toast } from '@/components/ui/toast';
import { type NoticeName, noticeCookie } from '@/lib/gates/notice';

/** Explains a redirect to this page: from the panel, from a file that could not be created, or from refused thanks. */
export function ArrivalNotice() {
  const t = useTranslations('nav.notice');
  // Client-side navigation keeps the layout mounted.
  const path = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads the cookie on each new page
  useEffect(() => {
    const found = new RegExp(`${noticeCookie}=(\\w+)`).exec(document.cookie)?.[1] as NoticeName | undefined;
    if (!found) return;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
    document.cookie = `${noticeCookie}=;path=/;max-age=0`;
    if (t.has(found)) void toast('error', t(found));
  }, [t, path]);
  return null;
}
