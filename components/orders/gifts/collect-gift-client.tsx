'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { refreshOwned } from '@/components/account/me/refresh';
import { Notice } from '@/components/ui/notice';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { collectGift } from '@/lib/orders/gifts/action';
import { OpenForm } from './open-form-client';

/** Collects a gift by its link, and goes to it. */
export function CollectGift({ token, knownName }: { token: string; knownName: string }) {
  const t = useTranslations('gifts.open');
  const router = useRouter();
  const { run, pending, problem } = useAction((name: string) => collectGift(token, name), {
    messages: useProblemText('gifts.errors'),
    onDone: async (id) => {
      await refreshOwned();
      router.push(`/profile/gift/${id}`);
    },
  });
  return (
    <OpenForm needsName knownName={knownName} pending={pending} label={t('button')} onOpen={run}>
      {problem && <Notice tone="bad">{problem}</Notice>}
    </OpenForm>
  );
}
