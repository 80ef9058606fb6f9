'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { refreshOwned } from '@/components/account/me/refresh';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Gift } from '@/components/ui/icons/shop';
import { Notice } from '@/components/ui/notice';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { minecraftName as nameRule } from '@/lib/account/names/minecraft-name';
import { openGift } from '@/lib/orders/gifts/action';

type Props = {
  id: string;
  needsName: boolean;
  /** The person's last Minecraft name, to prefill the field. */
  knownName: string;
};

/** Opens a gift; asks for the Minecraft name if it has none. */
export function OpenGift({ id, needsName, knownName }: Props) {
  const t = useTranslations('gifts.open');
  const router = useRouter();
  const [name, setName] = useState(knownName);
  const [left, setLeft] = useState(false);
  const isWrong = name !== '' && !nameRule.pattern.test(name) && (left || /[^A-Za-z0-9_]/.test(name));
  const { run, pending, problem } = useAction(() => openGift(id, needsName ? name : null), {
    messages: useProblemText('gifts.errors'),
    onDone: async () => {
      await refreshOwned();
      router.refresh();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!needsName || nameRule.pattern.test(name)) run();
    else setLeft(true);
  }

  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      {needsName && (
        <Field
          label={t('minecraftName')}
          hint={t('hint')}
          error={isWrong && t('nameError')}
          value={name}
          maxLength={nameRule.max}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onBlur={() => setLeft(true)}
          onChange={(event) => setName(event.target.value.trim())}
        />
      )}
      {problem && <Notice tone="bad">{problem}</Notice>}
      <Button
        type="submit"
        variant="buy"
        size="large"
        className="w-full"
        pending={pending}
        disabled={needsName && !nameRule.pattern.test(name)}
      >
        {!pending && <Gift aria-hidden className="size-5" />}
        <span>{t('button')}</span>
      </Button>
    </form>
  );
}
