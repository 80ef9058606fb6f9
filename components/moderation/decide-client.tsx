'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Check } from '@/components/ui/check';
import { Notice } from '@/components/ui/notice';
import { TextArea } from '@/components/ui/text-area';
import { toast } from '@/components/ui/toast';
import { useAction } from '@/components/ui/use-action';
import { useKeptText } from '@/components/ui/use-kept-text';
import { useProblemText } from '@/components/ui/use-problem-text';
import { decideRevision, requestChanges } from '@/lib/moderation/action';
import { rejectionReasons } from '@/lib/moderation/reasons';

type Props = {
  id: string;
  fingerprint: string;
  /** Reason why the signed-in moderator cannot decide: another one has it, or it is their own. */
  rests: string | null;
};
type Decision = 'approve' | 'reject' | 'ask';
const said = { approve: 'approved', reject: 'rejected', ask: 'asked' } as const;

/** Approves or rejects a revision, or requests changes, with reasons and a note for its creator. */
export function Decide({ id, fingerprint, rests }: Props) {
  const t = useTranslations('moderation');
  const router = useRouter();
  const [reasons, setReasons] = useState<string[]>([]);
  const { text: note, setText: setNote, forget } = useKeptText(`decision:${id}`);
  const { run, pending, problem } = useAction(
    (decision: Decision) =>
      decision === 'ask'
        ? requestChanges({ id, fingerprint }, reasons, note)
        : decideRevision({ id, fingerprint }, decision === 'approve', decision === 'approve' ? [] : reasons, note),
    {
      messages: useProblemText('moderation.errors'),
      onDone: (_, decision) => {
        forget();
        void toast('success', t(said[decision]));
        router.push('/moderation');
      },
    },
  );

  return (
    <section aria-labelledby="decision" className="space-y-4 rounded-card border border-line bg-surface p-5">
      <h2 id="decision" className="text-xl font-bold">
        {t('decision')}
      </h2>
      {rests && <Notice tone="plain">{rests}</Notice>}
      <fieldset disabled={rests !== null}>
        <legend className="mb-1 text-sm font-medium">{t('reasonsLegend')}</legend>
        <div className="grid grid-cols-1 gap-x-4 sm:grid-cols-2">
          {rejectionReasons.map((reason) => (
            <Check
              key={reason}
              label={t(`reasons.${reason}`)}
              checked={reasons.includes(reason)}
              onChange={({ target }) =>
                setReasons(target.checked ? [...reasons, reason] : reasons.filter((other) => other !== reason))
              }
            />
          ))}
        </div>
      </fieldset>
      <TextArea label={t('note')} maxLength={2000} value={note} onChange={(event) => setNote(event.target.value)} />
      {problem && <Notice tone="bad">{problem}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button variant="buy" pending={pending} disabled={rests !== null} onClick={() => run('approve')}>
          {t('approve')}
        </Button>
        <Button pending={pending} disabled={rests !== null} onClick={() => run('ask')}>
          {t('ask')}
        </Button>
        <Button variant="danger" pending={pending} disabled={rests !== null} onClick={() => run('reject')}>
          {t('reject')}
        </Button>
      </div>
    </section>
  );
}
