'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/confirm-client';
import { toast } from '@/components/ui/toast';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { removeServer, renewServerKey, testServer } from '@/lib/servers/action';
import type { OwnServer } from '@/lib/servers/own';
import { KeyShown } from './key-shown-client';
import { ServerForm } from './server-form-client';

/** Tools of a server: test it, change it, replace its key, remove it. */
export function ServerTools({ server, siteUrl }: { server: OwnServer; siteUrl: string }) {
  const t = useTranslations('servers');
  const messages = useProblemText('servers.errors');
  const router = useRouter();
  const [asked, setAsked] = useState<'renew' | 'remove'>();
  const [isEditing, setEditing] = useState(false);
  const [key, setKey] = useState<string>();
  const test = useAction(testServer, {
    messages,
    onDone: () => {
      void toast('success', t('tools.tested'));
      router.refresh();
    },
  });
  const renew = useAction(renewServerKey, {
    messages,
    onDone: (value) => {
      setAsked(undefined);
      setKey(value.key);
      router.refresh();
    },
  });
  const remove = useAction(removeServer, {
    messages,
    onDone: () => {
      setAsked(undefined);
      router.refresh();
    },
  });
  const named = (label: string) => (
    <>
      <span>{label}</span>
      <span className="sr-only">{server.name}</span>
    </>
  );
  const question = asked === 'renew' ? renew : remove;
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-2">
        <Button pending={test.pending} onClick={() => test.run(server.id)}>
          {named(t('tools.test'))}
        </Button>
        <Button aria-expanded={isEditing} onClick={() => setEditing(!isEditing)}>
          {named(t('tools.change'))}
        </Button>
        <Button onClick={() => setAsked('renew')}>{named(t('tools.renew'))}</Button>
        <Button onClick={() => setAsked('remove')}>{named(t('tools.remove'))}</Button>
      </div>
      {test.problem && <p className="text-sm text-bad">{test.problem}</p>}
      {isEditing && <ServerForm siteUrl={siteUrl} server={server} onDone={() => setEditing(false)} />}
      {asked && (
        <Confirm
          title={t(`tools.${asked}Title`, { name: server.name })}
          text={t(`tools.${asked}Text`)}
          confirmLabel={t(`tools.${asked}`)}
          cancelLabel={t('tools.cancel')}
          isDangerous={asked === 'remove'}
          pending={question.pending}
          problem={question.problem}
          onConfirm={() => question.run(server.id)}
          onClose={() => setAsked(undefined)}
        />
      )}
      {key && <KeyShown serverKey={key} kind={server.kind} siteUrl={siteUrl} onClose={() => setKey(undefined)} />}
    </div>
  );
}
