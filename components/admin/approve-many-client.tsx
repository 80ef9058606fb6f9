'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Confirm } from '@/components/panel/confirm-client';
import { ChooseBox } from '@/components/panel/many/choose-box';
import { Outcomes } from '@/components/panel/many/outcomes-client';
import { useManyAtOnce } from '@/components/panel/many/use-many-at-once';
import { Button } from '@/components/ui/button';
import { useAction } from '@/components/ui/use-action';
import { useMoneyText } from '@/components/ui/use-money-text';
import { useProblemText } from '@/components/ui/use-problem-text';
import { approveWithdrawals } from '@/lib/admin/withdrawal-action';
import { formatCents } from '@/lib/core/money';

type Chosen = { id: string; creator: string; email: string; cents: number };
const boxName = 'withdrawal';

/** Selection box of a row. */
export const ChooseWithdrawal = ({ label, ...item }: Chosen & { label: string }) => (
  <ChooseBox name={boxName} item={item} label={label} />
);

/** Approves the selected withdrawals after a confirmation that names each, and shows each outcome. */
export function ApproveMany() {
  const t = useTranslations('admin.withdrawalList');
  const problemText = useProblemText('admin.withdrawalList.errors');
  const locale = useLocale();
  const { chosen, toggle, results, showResults, end } = useManyAtOnce<Chosen>(boxName);
  const [isAsked, setAsked] = useState(false);
  const { run, pending, problem, reset } = useAction((list: Chosen[]) => approveWithdrawals(list.map(({ id }) => id)), {
    messages: useMoneyText('admin.withdrawalList.errors'),
    onDone: (outcomes, list) => {
      setAsked(false);
      showResults(outcomes, list);
    },
  });

  const total = formatCents(
    chosen.reduce((sum, { cents }) => sum + cents, 0),
    locale,
  );
  function ask() {
    reset();
    setAsked(true);
  }

  const row = (item: Chosen) => `${item.creator} · ${item.email} · ${formatCents(item.cents, locale)}`;

  return (
    <>
      <Button onClick={toggle}>{t(chosen.length === 0 ? 'chooseAll' : 'chooseNone')}</Button>
      <Button variant="buy" disabled={chosen.length === 0} onClick={ask}>
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
        <Outcomes
          title={t('resultsTitle')}
          closeLabel={t('close')}
          doneLabel={t('approved')}
          rows={results.map((item) => ({
            id: item.id,
            text: row(item),
            problem:
              item.outcome === 'approved'
                ? undefined
                : item.outcome === 'failed'
                  ? t('outcomeUnknown')
                  : problemText(item.outcome),
          }))}
          onClose={end}
        />
      )}
    </>
  );
}
