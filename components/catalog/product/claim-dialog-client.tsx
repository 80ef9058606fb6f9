'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { refreshMe } from '@/components/account/me/refresh';
import { Dialog } from '@/components/ui/dialog-client';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { SubmitButton } from '@/components/ui/submit-button-client';
import { isBrokenOff, useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { minecraftName as nameRule } from '@/lib/account/names/minecraft-name';
import { claimWithClub } from '@/lib/club/action';

type Props = { productId: string; name: string; onClose: () => void };

/** Claims a Club product, which stays in the library as long as the membership. */
export function ClaimDialog({ productId, name, onClose }: Props) {
  const t = useTranslations('product.claimClub');
  const text = useProblemText('product.claimClub');
  const router = useRouter();
  const [minecraftName, setMinecraftName] = useState('');
  const { run, pending, problem } = useAction(() => claimWithClub(productId, minecraftName), {
    // Refusals of a claim are whole sentences.
    messages: (code) => (isBrokenOff(code) ? text(code) : code),
    onDone: async (order) => {
      await refreshMe();
      router.push(`/profile/order/${order}`);
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    run();
  }

  return (
    <Dialog title={t('title', { name })} description={t('text')} closeLabel={t('close')} onClose={onClose}>
      <form onSubmit={submit} noValidate className="mt-4 space-y-4">
        <Field
          label={t('minecraftName')}
          name="minecraftName"
          hint={t('hint')}
          value={minecraftName}
          maxLength={nameRule.max}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setMinecraftName(event.target.value.trim())}
        />
        {problem && <Notice tone="bad">{problem}</Notice>}
        <SubmitButton
          variant="club"
          className="w-full"
          pending={pending}
          missing={nameRule.pattern.test(minecraftName) ? null : { text: t('missingName'), field: 'minecraftName' }}
        >
          {t('confirm')}
        </SubmitButton>
      </form>
    </Dialog>
  );
}
