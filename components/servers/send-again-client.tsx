'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { sendAgain, undoTest } from '@/lib/servers/action';

type Props = { id: string; command: string };

/** Queues a finished command again. */
export function SendAgain({ id, command }: Props) {
  const t = useTranslations('servers.queue');
  const router = useRouter();
  const { run, pending, problem } = useAction(sendAgain, {
    messages: useProblemText('servers.errors'),
    onDone: () => router.refresh(),
  });
  return (
    <div>
      <Button pending={pending} onClick={() => run(id)}>
        <span>{t('sendAgain')}</span>
        <span className="sr-only">{command}</span>
      </Button>
      {problem && <p className="text-sm text-bad">{problem}</p>}
    </div>
  );
}

/** Takes a test purchase back. */
export function UndoTest({ id, command }: Props) {
  const t = useTranslations('servers.queue');
  const router = useRouter();
  const { run, pending, problem } = useAction(undoTest, {
    messages: useProblemText('servers.errors'),
    onDone: () => router.refresh(),
  });
  return (
    <div>
      <Button pending={pending} onClick={() => run(id)}>
        <span>{t('undoTest')}</span>
        <span className="sr-only">{command}</span>
      </Button>
      {problem && <p className="text-sm text-bad">{problem}</p>}
    </div>
  );
}
