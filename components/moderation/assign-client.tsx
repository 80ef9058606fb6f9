'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { TypedEarly } from '@/components/ui/typed-early-client';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { useRefreshAnswered } from '@/components/ui/use-refresh-answered';
import type { assignRevision } from '@/lib/moderation/action';

type Person = { id: string; name: string };
type Props = {
  id: string;
  /** Its name, for screen readers. */
  name: string;
  takenBy: Person | null;
  me: { id: string; isAdmin: boolean };
  others: Person[];
  /** The server action that assigns it. */
  assign: typeof assignRevision;
};

/**
 * The assignee of a revision or a report, with the signed-in moderator's options: take it, hand it over, release it.
 */
export function Assign({ id, name, takenBy, me, others, assign }: Props) {
  const t = useTranslations('moderation.queue');
  const router = useRouter();
  const [to, setTo] = useState('');
  const selectId = useId();
  const { run, pending, problem } = useAction((person: string | null) => assign(id, person, takenBy?.id ?? null), {
    messages: useProblemText('moderation.errors'),
    onDone: () => {
      setTo('');
      router.refresh();
    },
    onFail: useRefreshAnswered(),
  });
  const isMine = takenBy?.id === me.id;
  const mayGive = isMine || me.isAdmin || takenBy === null;
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm max-sm:w-full max-sm:justify-end max-sm:px-2">
      <span className={isMine ? 'font-semibold' : 'text-muted'}>
        {takenBy ? (isMine ? t('mine') : t('takenBy', { name: takenBy.name })) : t('free')}
      </span>
      {!takenBy && (
        <Button pending={pending} aria-label={t('takeOne', { name })} onClick={() => run(me.id)}>
          {t('take')}
        </Button>
      )}
      {takenBy && mayGive && (
        <Button pending={pending} aria-label={t('releaseOne', { name })} onClick={() => run(null)}>
          {t('release')}
        </Button>
      )}
      {mayGive && others.length > 0 && (
        <>
          <TypedEarly control={selectId} sent={to} />
          <select
            id={selectId}
            aria-label={t('handOne', { name })}
            value={to}
            onChange={(event) => setTo(event.target.value)}
            className="h-11 max-w-44 rounded-control border border-edge bg-canvas px-2"
          >
            <option value="">{t('handTo')}</option>
            {others
              .filter((person) => person.id !== takenBy?.id)
              .map((person) => (
                <option key={person.id} value={person.id}>
                  {person.name}
                </option>
              ))}
          </select>
          {to !== '' && (
            <Button pending={pending} onClick={() => run(to)}>
              {t('hand')}
            </Button>
          )}
        </>
      )}
      {problem && (
        <span role="alert" className="text-bad">
          {problem}
        </span>
      )}
    </div>
  );
}
