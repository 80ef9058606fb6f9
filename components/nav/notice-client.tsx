'use client';

import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { toast } from '@/components/ui/toast';
import { type NoticeName, noticeCookie } from '@/lib/gates/notice';

/** Says why the person was sent to this page: back home from the panel, or back from a file that was not made. */
export function ArrivalNotice() {
  const t = useTranslations('nav.notice');
  // A link leads on without a new layout.
  const path = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for with each new page
  useEffect(() => {
    const found = new RegExp(`${noticeCookie}=(\\w+)`).exec(document.cookie)?.[1] as NoticeName | undefined;
    if (!found) return;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
    document.cookie = `${noticeCookie}=;path=/;max-age=0`;
    if (t.has(found)) void toast('error', t(found));
  }, [t, path]);
  return null;
}
