'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { personOfPage } from '@/components/account/me/page-person';
import { refreshOwned } from '@/components/account/me/refresh';
import { Notice } from '@/components/ui/notice';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { collectGift } from '@/lib/orders/gifts/action';
import { OpenForm } from './open-form-client';

type Props = {
  token: string;
  /** The person's last Minecraft name, to prefill the field. */
  knownName: string;
  /** Minimum length of a Minecraft name. */
  leastName: number;
};

/** Collects a gift by its link, and goes to it. */
export function CollectGift({ token, ...names }: Props) {
  const t = useTranslations('gifts.open');
  const router = useRouter();
  const { run, pending, problem } = useAction((name: string) => collectGift(token, name, personOfPage()), {
    messages: useProblemText('gifts.errors'),
    onDone: async (id) => {
      await refreshOwned();
      router.push(`/profile/gift/${id}`);
    },
    // The page shows an outdated minimum length.
    onFail: (code) => code === 'nombre_minecraft_no_valido' && router.refresh(),
  });
  return (
    <OpenForm needsName {...names} pending={pending} label={t('button')} onOpen={run}>
      {problem && <Notice tone="bad">{problem}</Notice>}
    </OpenForm>
  );
}
