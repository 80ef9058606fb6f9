'use client';

import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { ActionButton } from '@/components/ui/action-button-client';
import { Button } from '@/components/ui/button';
import { ConfirmButton } from '@/components/ui/confirm-button-client';
import { toast } from '@/components/ui/toast';
import { useProblemText } from '@/components/ui/use-problem-text';
import { pauseHook, removeHook, renewHookSecret, testHook } from '@/lib/hooks/action';
import type { Hook } from '@/lib/hooks/own';
import { HookForm } from './hook-form-client';
import { SecretShown } from './secret-shown-client';

/** Tools of an address: test it, change it, pause it, replace its secret, remove it. */
export function HookTools({ hook }: { hook: Hook }) {
  const t = useTranslations('hooks.tools');
  const messages = useProblemText('hooks.errors');
  const [isEditing, setEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const [secret, setSecret] = useState<string>();
  const { id, url } = hook;
  const shared = { name: url, messages };
  function finish() {
    setEditing(false);
    opener.current?.focus();
    void toast('success', t('saved'));
  }

  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-2">
        <ActionButton
          {...shared}
          action={testHook}
          input={id}
          label={t('test')}
          onDone={() => void toast('success', t('tested'))}
        />
        <Button ref={opener} aria-expanded={isEditing} onClick={() => setEditing(!isEditing)}>
          <span>{t('change')}</span>
          <span className="sr-only">{url}</span>
        </Button>
        <ActionButton
          {...shared}
          action={pauseHook}
          input={{ id, pause: hook.pause === null }}
          label={t(hook.pause === null ? 'pause' : 'resume')}
        />
        <ConfirmButton
          {...shared}
          action={renewHookSecret}
          input={id}
          label={t('renew')}
          question={{ title: t('renewTitle'), text: t('renewText', { url }), cancelLabel: t('cancel') }}
          onDone={setSecret}
        />
        <ConfirmButton
          {...shared}
          action={removeHook}
          input={id}
          label={t('remove')}
          question={{
            title: t('removeTitle'),
            text: t('removeText', { url }),
            cancelLabel: t('cancel'),
            isDangerous: true,
          }}
        />
      </div>
      {isEditing && <HookForm hook={hook} onDone={finish} />}
      {secret && <SecretShown secret={secret} isNew={false} onClose={() => setSecret(undefined)} />}
    </div>
  );
}
