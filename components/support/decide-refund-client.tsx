'use client';

import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/confirm-client';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { TextArea } from '@/components/ui/text-area';
import { toast } from '@/components/ui/toast';
import { useAction } from '@/components/ui/use-action';
import { useKeptText } from '@/components/ui/use-kept-text';
import { useProblemText } from '@/components/ui/use-problem-text';
import { useRefreshAnswered } from '@/components/ui/use-refresh-answered';
import { fail } from '@/lib/core/action/result';
import { formatCents, readAmount, writeAmount } from '@/lib/core/money';
import { decideRefund } from '@/lib/support/action';
import { textLengths } from '@/lib/support/types';

/** `left`: the refundable amount in cents or coins; `proposed`: of a top-up, the part of its unspent coins. */
type Props = { id: string; left: number; proposed: number; inCoins: boolean; isRefused: boolean };

/** Grants or refuses a requested refund. Granting asks for a confirmation, because it returns the money. */
export function DecideRefund({ id, left, proposed, inCoins, isRefused }: Props) {
  const t = useTranslations('help.decide');
  const locale = useLocale();
  const router = useRouter();
  const refreshAnswered = useRefreshAnswered();
  const { text, setText } = useKeptText(`decision:${id}`);
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const written = typed ?? writeAmount(proposed, inCoins, locale);
  const cents = readAmount(written.trim(), inCoins);
  const amountOf = (count: number) => (inCoins ? t('coins', { count }) : formatCents(count, locale));
  const amount = Number.isNaN(cents) ? written : amountOf(cents);
  const { run, pending, problem } = useAction(
    async (grant: boolean) => {
      if (text.trim().length < 3) return fail('texto_no_valido');
      if (grant && !(cents > 0 && cents <= left)) return fail('importe_no_valido');
      return decideRefund({ id, cents: grant ? cents : null, text });
    },
    {
      messages: useProblemText('help.decide.errors'),
      onDone: (outcome) => {
        setAsking(false);
        setText('');
        setTyped(null);
        router.refresh();
        toast('success', t(`outcomes.${outcome}`));
      },
      onFail: (code) => {
        setAsking(false);
        refreshAnswered(code);
      },
    },
  );
  return (
    <section aria-labelledby="decide" className="space-y-3 rounded-card border border-line bg-surface p-5">
      <h2 id="decide" className="text-lg font-bold">
        {t('title')}
      </h2>
      <TextArea
        label={t('text')}
        hint={t('hint')}
        name="decision"
        rows={4}
        maxLength={textLengths.decision}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Field
        label={t(inCoins ? 'amountCoins' : 'amount')}
        hint={t(proposed < left ? 'amountUnspent' : 'amountHint', { amount: amountOf(left) })}
        value={written}
        inputMode={inCoins ? 'numeric' : 'decimal'}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
      {problem && <Notice tone="bad">{problem}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button variant="buy" disabled={left === 0} onClick={() => !pending && setAsking(true)}>
          {t('grant', { amount })}
        </Button>
        {!isRefused && (
          <Button pending={pending && !isAsking} onClick={() => run(false)}>
            {t('refuse')}
          </Button>
        )}
      </div>
      {isAsking && (
        <Confirm
          title={t('confirmTitle', { amount })}
          text={t('confirmText')}
          confirmLabel={t('confirm')}
          cancelLabel={t('cancel')}
          pending={pending}
          onConfirm={() => run(true)}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}
