'use client';

import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { ActionButton } from '@/components/ui/action-button-client';
import { Button } from '@/components/ui/button';
import { ConfirmButton } from '@/components/ui/confirm-button-client';
import { toast } from '@/components/ui/toast';
import { useProblemText } from '@/components/ui/use-problem-text';
import { removeServer, renewServerKey, testServer } from '@/lib/servers/action';
import type { OwnServer } from '@/lib/servers/own';
import { KeyShown } from './key-shown-client';
import { ServerForm } from './server-form-client';

/** Tools of a server: test it, change it, replace its key, remove it. */
export function ServerTools({ server, siteUrl }: { server: OwnServer; siteUrl: string }) {
  const t = useTranslations('servers.tools');
  const messages = useProblemText('servers.errors');
  const [isEditing, setEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const [key, setKey] = useState<string>();
  const { id, name, kind } = server;
  const shared = { name, messages, input: id };
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
          action={testServer}
          label={t('test')}
          onDone={() => void toast('success', t('tested'))}
        />
        <Button ref={opener} aria-expanded={isEditing} onClick={() => setEditing(!isEditing)}>
          <span>{t('change')}</span>
          <span className="sr-only">{name}</span>
        </Button>
        <ConfirmButton
          {...shared}
          action={renewServerKey}
          label={t('renew')}
          question={{ title: t('renewTitle', { name }), text: t('renewText'), cancelLabel: t('cancel') }}
          onDone={(value) => setKey(value.key)}
        />
        <ConfirmButton
          {...shared}
          action={removeServer}
          label={t('remove')}
          question={{
            title: t('removeTitle', { name }),
            text: t('removeText'),
            cancelLabel: t('cancel'),
            isDangerous: true,
          }}
        />
      </div>
      {isEditing && <ServerForm siteUrl={siteUrl} server={server} onDone={finish} />}
      {key && <KeyShown serverKey={key} kind={kind} siteUrl={siteUrl} onClose={() => setKey(undefined)} />}
    </div>
  );
}
