'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useEffect, useState } from 'react';
import { ActionButton } from '@/components/ui/action-button-client';
import { Button } from '@/components/ui/button';
import { Select } from '@/components/ui/select';
import { toast } from '@/components/ui/toast';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { askAgain, chooseServer } from '@/lib/servers/buyer-action';

/** Requests an order's commands on a server again. */
export function AskAgain({ order, server, name }: { order: string; server: string; name: string }) {
  const t = useTranslations('deliveries');
  return (
    <ActionButton
      action={askAgain}
      input={{ order, server }}
      label={t('again')}
      name={name}
      messages={useProblemText('deliveries.errors')}
      onDone={() => void toast('success', t('sent'))}
    />
  );
}

/** Chooses the server of an order. */
export function ChooseServer({ order, choices }: { order: string; choices: Array<{ id: string; name: string }> }) {
  const t = useTranslations('deliveries');
  const router = useRouter();
  const [server, setServer] = useState(choices[0]?.id ?? '');
  const { run, pending, problem } = useAction(chooseServer, {
    messages: useProblemText('deliveries.errors'),
    onDone: () => router.refresh(),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    run({ order, server });
  }

  return (
    <form method="dialog" onSubmit={submit} className="space-y-3">
      <Select
        label={t('choose')}
        name="server"
        value={server}
        onChange={(event) => setServer(event.target.value)}
        options={choices.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <p className="text-sm text-muted">{t('chooseText')}</p>
      {problem && (
        <p role="alert" className="text-sm text-bad">
          {problem}
        </p>
      )}
      <Button type="submit" variant="buy" pending={pending}>
        {t('take')}
      </Button>
    </form>
  );
}

const everyMs = 10_000;
const mostTimes = 60;

/** Refreshes the page while a delivery is pending, for ten minutes at most and only while the page is visible. */
export function RefreshWhileWaiting() {
  const router = useRouter();
  useEffect(() => {
    let times = 0;
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible') return;
      times += 1;
      router.refresh();
      if (times >= mostTimes) clearInterval(timer);
    }, everyMs);
    return () => clearInterval(timer);
  }, [router]);
  return null;
}
