'use client';

import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Confirm } from '@/components/ui/confirm-client';
import { Notice } from '@/components/ui/notice';
import { TextArea } from '@/components/ui/text-area';
import { toast } from '@/components/ui/toast';
import { useAction } from '@/components/ui/use-action';
import { useKeptText } from '@/components/ui/use-kept-text';
import { useProblemText } from '@/components/ui/use-problem-text';
import { fail } from '@/lib/core/action/result';
import { formatCents } from '@/lib/core/money';
import { decideRefund } from '@/lib/support/action';
import { textLengths } from '@/lib/support/types';

/** `cents`: the refundable amount, in cents or coins. */
type Props = { id: string; cents: number; inCoins: boolean; isRefused: boolean };

/** Grants or refuses a requested refund. Granting asks for a confirmation, because it returns the money. */
export function DecideRefund({ id, cents, inCoins, isRefused }: Props) {
  const t = useTranslations('help.decide');
  const locale = useLocale();
  const router = useRouter();
  const { text, setText } = useKeptText(`decision:${id}`);
  const [isAsking, setAsking] = useState(false);
  const amount = inCoins ? t('coins', { count: cents }) : formatCents(cents, locale);
  const { run, pending, problem } = useAction(
    async (grant: boolean) => (text.trim().length < 3 ? fail('texto_no_valido') : decideRefund({ id, grant, text })),
    {
      messages: useProblemText('help.decide.errors'),
      onDone: (outcome) => {
        setAsking(false);
        setText('');
        router.refresh();
        toast('success', t(`outcomes.${outcome}`));
      },
      onFail: () => setAsking(false),
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
      {problem && <Notice tone="bad">{problem}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button variant="buy" disabled={cents === 0} onClick={() => !pending && setAsking(true)}>
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
