'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ChooseBox } from '@/components/panel/many/choose-box';
import { Outcomes } from '@/components/panel/many/outcomes-client';
import { useManyAtOnce } from '@/components/panel/many/use-many-at-once';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/confirm-client';
import { Select } from '@/components/ui/select';
import { TextArea } from '@/components/ui/text-area';
import { useAskedAction } from '@/components/ui/use-asked-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { decideRevisions } from '@/lib/moderation/action';
import { rejectionReasons } from '@/lib/moderation/reasons';

type Chosen = { id: string; name: string; fingerprint: string };
const boxName = 'revision';

/** Selection box of a revision; disabled while another moderator has it (`isHeld`). */
export const ChooseRevision = ({ label, isHeld, ...item }: Chosen & { label: string; isHeld: boolean }) => (
  <ChooseBox name={boxName} item={item} label={label} disabled={isHeld} />
);

/** Approves or rejects the selected revisions after a confirmation that names each, and shows each outcome. */
export function DecideMany() {
  const t = useTranslations('moderation');
  const problemText = useProblemText('moderation.errors');
  const { chosen, toggle, results, showResults, end } = useManyAtOnce<Chosen>(boxName);
  const [reason, setReason] = useState<string>(rejectionReasons[0]);
  const [note, setNote] = useState('');
  const { asked, ask, confirm, close, pending, problem } = useAskedAction(
    (decision: 'approve' | 'reject') =>
      decideRevisions(
        chosen.map(({ id, fingerprint }) => ({ id, fingerprint })),
        decision === 'approve',
        decision === 'approve' ? [] : [reason],
        note,
      ),
    { messages: problemText, onDone: (outcomes) => showResults(outcomes, chosen) },
  );

  function finish() {
    setNote('');
    end();
  }

  const count = chosen.length;
  return (
    <div className="mb-4 flex flex-wrap gap-3">
      <Button onClick={toggle}>{t(count === 0 ? 'queue.chooseAll' : 'queue.chooseNone')}</Button>
      <Button variant="buy" disabled={count === 0} onClick={() => ask('approve')}>
        {t('queue.approveMany', { count })}
      </Button>
      <Button variant="danger" disabled={count === 0} onClick={() => ask('reject')}>
        {t('queue.rejectMany', { count })}
      </Button>
      {asked && (
        <Confirm
          title={t(asked === 'approve' ? 'queue.approveTitle' : 'queue.rejectTitle', { count })}
          text={t(asked === 'approve' ? 'queue.approveText' : 'queue.rejectText')}
          confirmLabel={t(asked === 'approve' ? 'queue.approveMany' : 'queue.rejectMany', { count })}
          cancelLabel={t('queue.cancel')}
          isDangerous={asked === 'reject'}
          pending={pending}
          problem={problem}
          onConfirm={confirm}
          onClose={close}
        >
          <ul className="max-h-60 list-disc space-y-1 overflow-y-auto pl-5 text-sm break-words">
            {chosen.map((item) => (
              <li key={item.id}>{item.name}</li>
            ))}
          </ul>
          {asked === 'reject' && (
            <Select
              label={t('queue.reason')}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
              options={rejectionReasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
            />
          )}
          <TextArea label={t('note')} maxLength={2000} value={note} onChange={(event) => setNote(event.target.value)} />
        </Confirm>
      )}
      {results && (
        <Outcomes
          title={t('queue.resultsTitle')}
          closeLabel={t('queue.close')}
          doneLabel={t('queue.done')}
          rows={results.map(({ id, name, outcome }) => ({
            id,
            text: name,
            problem: outcome === 'done' ? undefined : problemText(outcome),
          }))}
          onClose={finish}
        />
      )}
    </div>
  );
}
