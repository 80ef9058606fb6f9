'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { removeServerAction } from '@/lib/servers/action';

/** Ends an action; what it has promised stays. */
export function RemoveAction({ id, name }: { id: string; name: string }) {
  const t = useTranslations('servers.actions');
  const router = useRouter();
  const { run, pending, problem } = useAction(removeServerAction, {
    messages: useProblemText('servers.errors'),
    onDone: () => router.refresh(),
  });
  return (
    <div>
      <Button pending={pending} onClick={() => run(id)}>
        <span>{t('remove')}</span>
        <span className="sr-only">{name}</span>
      </Button>
      {problem && <p className="text-sm text-bad">{problem}</p>}
    </div>
  );
}
