'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Confirm } from '@/components/panel/confirm-client';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Select } from '@/components/ui/select';
import { TextArea } from '@/components/ui/text-area';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { decideRevisions } from '@/lib/moderation/decide';
import { rejectionReasons } from '@/lib/moderation/reasons';

type Chosen = { id: string; name: string; print: string };
const boxName = 'revision';

/** The box of a revision in the queue. */
export const ChooseRevision = ({ id, name, print, label }: Chosen & { label: string }) => (
  <label className="grid size-11 shrink-0 place-items-center">
    <span className="sr-only">{label}</span>
    <input
      type="checkbox"
      name={boxName}
      value={id}
      data-name={name}
      data-print={print}
      autoComplete="off"
      className="size-5 accent-(--buy)"
    />
  </label>
);

const boxes = () => [...document.querySelectorAll<HTMLInputElement>(`input[name="${boxName}"]`)];

const chosenNow = (): Chosen[] =>
  boxes()
    .filter((box) => box.checked)
    .map(({ value, dataset }) => ({ id: value, name: dataset.name ?? '', print: dataset.print ?? '' }));

/** Approves or rejects the chosen revisions together, after naming each, and then says what became of each. */
export function DecideMany() {
  const t = useTranslations('moderation');
  const problemText = useProblemText('moderation.errors');
  const router = useRouter();
  const [chosen, setChosen] = useState<Chosen[]>([]);
  const [asked, setAsked] = useState<'approve' | 'reject' | null>(null);
  const [reason, setReason] = useState<string>(rejectionReasons[0]);
  const [note, setNote] = useState('');
  const [results, setResults] = useState<Array<Chosen & { outcome: string }> | null>(null);
  const { run, pending, problem } = useAction(
    (list: Chosen[], approve: boolean) =>
      decideRevisions(
        list.map(({ id, print }) => ({ id, print })),
        approve,
        approve ? [] : [reason],
        approve ? '' : note,
      ),
    {
      messages: problemText,
      onDone: (outcomes, list) => {
        setAsked(null);
        setResults(list.map((item) => ({ ...item, outcome: outcomes[item.id] ?? 'failed' })));
      },
    },
  );

  useEffect(() => {
    const look = (event: Event) => {
      if (event.target instanceof HTMLInputElement && event.target.name === boxName) setChosen(chosenNow());
    };
    document.addEventListener('change', look);
    return () => document.removeEventListener('change', look);
  }, []);

  function choose(isOn: boolean) {
    for (const box of boxes()) box.checked = isOn;
    setChosen(chosenNow());
  }

  function close() {
    setResults(null);
    setNote('');
    choose(false);
    router.refresh();
  }

  const count = chosen.length;
  return (
    <div className="mb-4 flex flex-wrap gap-3">
      <Button onClick={() => choose(count === 0)}>{t(count === 0 ? 'queue.chooseAll' : 'queue.chooseNone')}</Button>
      <Button variant="buy" disabled={count === 0} onClick={() => setAsked('approve')}>
        {t('queue.approveMany', { count })}
      </Button>
      <Button variant="danger" disabled={count === 0} onClick={() => setAsked('reject')}>
        {t('queue.rejectMany', { count })}
      </Button>
      {asked && (
        <Confirm
          title={t(asked === 'approve' ? 'queue.approveTitle' : 'queue.rejectTitle', { count })}
          text={t(asked === 'approve' ? 'queue.approveText' : 'queue.rejectText')}
          confirmLabel={t(asked === 'approve' ? 'queue.approveMany' : 'queue.rejectMany', { count })}
          isDangerous={asked === 'reject'}
          pending={pending}
          problem={problem}
          onConfirm={() => run(chosen, asked === 'approve')}
          onClose={() => setAsked(null)}
        >
          <ul className="max-h-60 list-disc space-y-1 overflow-y-auto pl-5 text-sm break-words">
            {chosen.map((item) => (
              <li key={item.id}>{item.name}</li>
            ))}
          </ul>
          {asked === 'reject' && (
            <>
              <Select
                label={t('queue.reason')}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
                options={rejectionReasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
              />
              <TextArea
                label={t('note')}
                maxLength={2000}
                value={note}
                onChange={(event) => setNote(event.target.value)}
              />
            </>
          )}
        </Confirm>
      )}
      {results && (
        <Dialog title={t('queue.resultsTitle')} closeLabel={t('queue.close')} onClose={close}>
          <ul className="mt-4 max-h-80 space-y-3 overflow-y-auto text-sm break-words">
            {results.map((item) => (
              <li key={item.id}>
                <p>{item.name}</p>
                <p className={item.outcome === 'done' ? 'font-semibold text-good' : 'font-semibold text-bad'}>
                  {item.outcome === 'done' ? t('queue.done') : problemText(item.outcome)}
                </p>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </div>
  );
}
