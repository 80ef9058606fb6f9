'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Confirm } from '@/components/panel/confirm-client';
import { ChooseBox } from '@/components/panel/many/choose-box';
import { Outcomes } from '@/components/panel/many/outcomes-client';
import { useManyAtOnce } from '@/components/panel/many/use-many-at-once';
import { Button } from '@/components/ui/button';
import { useAskedAction } from '@/components/ui/use-asked-action';
import { useMoneyText } from '@/components/ui/use-money-text';
import { useProblemText } from '@/components/ui/use-problem-text';
import { approveWithdrawals } from '@/lib/admin/withdrawal-action';
import { formatCents } from '@/lib/core/money';

type Chosen = { id: string; creator: string; email: string; cents: number; isSanctioned: boolean };
const boxName = 'withdrawal';

/** Selection box of a row. A sanctioned creator's withdrawal is not chosen with all others. */
export const ChooseWithdrawal = ({ label, ...item }: Chosen & { label: string }) => (
  <ChooseBox name={boxName} item={item} label={label} isSingle={item.isSanctioned} />
);

/** Approves the selected withdrawals after a confirmation that names each, and shows each outcome. */
export function ApproveMany() {
  const t = useTranslations('admin.withdrawalList');
  const problemText = useProblemText('admin.withdrawalList.errors');
  const locale = useLocale();
  const { chosen, toggle, results, showResults, end } = useManyAtOnce<Chosen>(boxName);
  const { asked, ask, confirm, close, pending, problem } = useAskedAction(
    (list: Chosen[]) => approveWithdrawals(list.map(({ id }) => id)),
    { messages: useMoneyText('admin.withdrawalList.errors'), onDone: showResults },
  );

  const total = formatCents(
    chosen.reduce((sum, { cents }) => sum + cents, 0),
    locale,
  );
  const row = (item: Chosen) =>
    [item.creator, item.email, formatCents(item.cents, locale), item.isSanctioned && t('sanctioned')]
      .filter(Boolean)
      .join(' · ');

  return (
    <>
      <Button onClick={toggle}>{t(chosen.length === 0 ? 'chooseAll' : 'chooseNone')}</Button>
      <Button variant="buy" disabled={chosen.length === 0} onClick={() => ask(chosen)}>
        {t('approveMany', { count: chosen.length, amount: total })}
      </Button>
      {asked && (
        <Confirm
          title={t('approveManyTitle', { count: chosen.length, amount: total })}
          text={t('approveManyText')}
          confirmLabel={t('approveMany', { count: chosen.length, amount: total })}
          pending={pending}
          problem={problem}
          onConfirm={confirm}
          onClose={close}
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
