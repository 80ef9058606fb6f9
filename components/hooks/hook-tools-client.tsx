'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ActionButton } from '@/components/ui/action-button-client';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/confirm-client';
import { toast } from '@/components/ui/toast';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { pauseHook, removeHook, renewHookSecret, testHook } from '@/lib/hooks/action';
import type { Hook } from '@/lib/hooks/own';
import { HookForm } from './hook-form-client';
import { SecretShown } from './secret-shown-client';

/** Tools of an address: test it, change it, pause it, replace its secret, remove it. */
export function HookTools({ hook }: { hook: Hook }) {
  const t = useTranslations('hooks.tools');
  const messages = useProblemText('hooks.errors');
  const router = useRouter();
  const [asked, setAsked] = useState<'renew' | 'remove'>();
  const [isEditing, setEditing] = useState(false);
  const [secret, setSecret] = useState<string>();
  const renew = useAction(renewHookSecret, {
    messages,
    onDone: (value) => {
      setAsked(undefined);
      setSecret(value);
      router.refresh();
    },
  });
  const remove = useAction(removeHook, {
    messages,
    onDone: () => {
      setAsked(undefined);
      router.refresh();
    },
  });
  const named = (label: string) => (
    <>
      <span>{label}</span>
      <span className="sr-only">{hook.url}</span>
    </>
  );
  const question = asked === 'renew' ? renew : remove;
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-2">
        <ActionButton
          action={testHook}
          input={hook.id}
          label={t('test')}
          name={hook.url}
          messages={messages}
          onDone={() => void toast('success', t('tested'))}
        />
        <Button aria-expanded={isEditing} onClick={() => setEditing(!isEditing)}>
          {named(t('change'))}
        </Button>
        <ActionButton
          action={pauseHook}
          input={{ id: hook.id, pause: hook.pause === null }}
          label={t(hook.pause === null ? 'pause' : 'resume')}
          name={hook.url}
          messages={messages}
        />
        <Button onClick={() => setAsked('renew')}>{named(t('renew'))}</Button>
        <Button onClick={() => setAsked('remove')}>{named(t('remove'))}</Button>
      </div>
      {isEditing && <HookForm hook={hook} onDone={() => setEditing(false)} />}
      {asked && (
        <Confirm
          title={t(`${asked}Title`)}
          text={t(`${asked}Text`, { url: hook.url })}
          confirmLabel={t(asked)}
          cancelLabel={t('cancel')}
          isDangerous={asked === 'remove'}
          pending={question.pending}
          problem={question.problem}
          onConfirm={() => question.run(hook.id)}
          onClose={() => setAsked(undefined)}
        />
      )}
      {secret && <SecretShown secret={secret} isNew={false} onClose={() => setSecret(undefined)} />}
    </div>
  );
}
