'use client';

import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Confirm } from '@/components/panel/confirm-client';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { approveWithdrawals } from '@/lib/admin/withdrawal-action';
import { formatCents } from '@/lib/core/money';

type Chosen = { id: string; creator: string; email: string; cents: number };
const boxName = 'withdrawal';

type BoxProps = Chosen & { label: string };

/** The box in a row of the list. */
export const ChooseWithdrawal = ({ id, creator, email, cents, label }: BoxProps) => (
  <label className="grid size-11 place-items-center">
    <span className="sr-only">{label}</span>
    <input
      type="checkbox"
      name={boxName}
      value={id}
      data-creator={creator}
      data-email={email}
      data-cents={cents}
      autoComplete="off"
      className="size-5 accent-(--buy)"
    />
  </label>
);

const boxes = () => [...document.querySelectorAll<HTMLInputElement>(`input[name="${boxName}"]`)];

const chosenNow = (): Chosen[] =>
  boxes()
    .filter((box) => box.checked)
    .map(({ value, dataset }) => ({
      id: value,
      creator: dataset.creator ?? '',
      email: dataset.email ?? '',
      cents: Number(dataset.cents),
    }));

/** Approves the chosen withdrawals together, after naming each, and then says what became of each. */
export function ApproveMany() {
  const t = useTranslations('admin.withdrawalList');
  const problemText = useProblemText('admin.withdrawalList.errors');
  const locale = useLocale();
  const router = useRouter();
  const [chosen, setChosen] = useState<Chosen[]>([]);
  const [isAsked, setAsked] = useState(false);
  const [results, setResults] = useState<Array<Chosen & { outcome: string }> | null>(null);
  const { run, pending, problem } = useAction((list: Chosen[]) => approveWithdrawals(list.map(({ id }) => id)), {
    messages: problemText,
    onDone: (outcomes, list) => {
      setAsked(false);
      setResults(list.map((item) => ({ ...item, outcome: outcomes[item.id] ?? 'failed' })));
    },
  });

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
    choose(false);
    router.refresh();
  }

  const total = formatCents(
    chosen.reduce((sum, { cents }) => sum + cents, 0),
    locale,
  );
  const row = (item: Chosen) => `${item.creator} · ${item.email} · ${formatCents(item.cents, locale)}`;

  return (
    <>
      <Button onClick={() => choose(chosen.length === 0)}>{t(chosen.length === 0 ? 'chooseAll' : 'chooseNone')}</Button>
      <Button variant="buy" disabled={chosen.length === 0} onClick={() => setAsked(true)}>
        {t('approveMany', { count: chosen.length, amount: total })}
      </Button>
      {isAsked && (
        <Confirm
          title={t('approveManyTitle', { count: chosen.length, amount: total })}
          text={t('approveManyText')}
          confirmLabel={t('approveMany', { count: chosen.length, amount: total })}
          pending={pending}
          problem={problem}
          onConfirm={() => run(chosen)}
          onClose={() => setAsked(false)}
        >
          <ul className="max-h-60 space-y-1 overflow-y-auto text-sm break-words">
            {chosen.map((item) => (
              <li key={item.id}>{row(item)}</li>
            ))}
          </ul>
        </Confirm>
      )}
      {results && (
        <Dialog title={t('resultsTitle')} closeLabel={t('close')} onClose={close}>
          <ul className="mt-4 max-h-80 space-y-3 overflow-y-auto text-sm break-words">
            {results.map((item) => (
              <li key={item.id}>
                <p>{row(item)}</p>
                <p className={item.outcome === 'approved' ? 'font-semibold text-good' : 'font-semibold text-bad'}>
                  {item.outcome === 'approved' ? t('approved') : problemText(item.outcome)}
                </p>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}
