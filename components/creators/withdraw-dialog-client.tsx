'use client';

import { useRouter } from 'next/navigation';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { type FormEvent, type ReactNode, useState } from 'react';
import { personOfPage } from '@/components/account/me/page-person';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog-client';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { toast } from '@/components/ui/toast';
import { useAction } from '@/components/ui/use-action';
import { useAttempt } from '@/components/ui/use-attempt';
import { useFirstWrong } from '@/components/ui/use-first-wrong';
import { useMoneyText } from '@/components/ui/use-money-text';
import { fieldLengths } from '@/lib/account/field-lengths';
import { fail } from '@/lib/core/action/result';
import { formatCents } from '@/lib/core/money';
import { requestWithdrawal } from '@/lib/creators/action';
import { type CreatorBalance, leastWithdrawalCents } from '@/lib/creators/types';

type Wish = { email: string; amount: string; password: string | null };
/** The password is required if the address is new to the database. */
const noWish: Wish = { email: '', amount: '', password: null };

type FormProps = {
  balance: CreatorBalance;
  wish: Wish;
  onChange: (wish: Wish) => void;
  attempt: ReturnType<typeof useAttempt>;
  onDone: () => void;
};

function WithdrawForm({ balance, wish, onChange, attempt, onDone }: FormProps) {
  const t = useTranslations('dashboard.withdrawal');
  const text = useMoneyText('dashboard.withdrawal.errors');
  const locale = useLocale();
  const format = useFormatter();
  const router = useRouter();
  const { email, amount, password } = wish;
  const { run, pending, problem, fieldErrors } = useAction(
    async () =>
      email.trim() && amount.trim()
        ? requestWithdrawal({ ...wish, attempt: attempt.key(), persona: personOfPage() })
        : fail('required'),
    {
      messages: (code) => (code === 'invalid' ? undefined : text(code)),
      onDone: () => {
        onDone();
        router.refresh();
        return toast('success', t('requested'));
      },
      onFail: (code) => {
        if (code === 'falta_contrasena' && password === null) onChange({ ...wish, password: '' });
        if (code !== 'clave_usada') return;
        // The earlier request has succeeded: the page shows it, and the next one is new.
        attempt.renew();
        router.refresh();
      },
    },
  );
  const element = useFirstWrong(fieldErrors);
  const isTooLow = balance.availableCents < leastWithdrawalCents;

  function submit(event: FormEvent) {
    event.preventDefault();
    run();
  }

  return (
    <form ref={element} method="dialog" onSubmit={submit} noValidate className="mt-4 space-y-4">
      <dl className="grid grid-cols-2 gap-3 text-sm">
        {(
          [
            ['available', balance.availableCents],
            ['held', balance.heldCents],
          ] as const
        ).map(([name, cents]) => (
          <div key={name} className="rounded-control bg-raised p-3">
            <dt className="text-muted">{t(name)}</dt>
            <dd className="font-display text-lg font-bold tabular-nums">{formatCents(cents, locale)}</dd>
          </div>
        ))}
      </dl>
      {balance.debtCents > 0 ? (
        <Notice tone="warn">{t('debt', { amount: formatCents(balance.debtCents, locale) })}</Notice>
      ) : (
        isTooLow && <Notice tone="warn">{t('tooLow')}</Notice>
      )}
      <Field
        label={t('email')}
        type="email"
        autoComplete="email"
        maxLength={fieldLengths.email}
        value={email}
        disabled={isTooLow}
        error={text(fieldErrors.email)}
        onChange={(event) => onChange({ ...wish, email: event.target.value })}
      />
      <Field
        label={t('amount')}
        inputMode="decimal"
        maxLength={9}
        placeholder={format.number(5, { minimumFractionDigits: 2 })}
        value={amount}
        disabled={isTooLow}
        error={text(fieldErrors.amount)}
        onChange={(event) => onChange({ ...wish, amount: event.target.value })}
      />
      {password !== null && (
        <Field
          label={t('password')}
          type="password"
          autoComplete="current-password"
          value={password}
          error={text(fieldErrors.password)}
          onChange={(event) => onChange({ ...wish, password: event.target.value })}
        />
      )}
      {problem && <Notice tone="bad">{problem}</Notice>}
      <Button type="submit" variant="buy" size="large" className="w-full" pending={pending} disabled={isTooLow}>
        {t('submit')}
      </Button>
      <p className="text-sm text-muted">{t('when', { days: balance.holdingDays })}</p>
    </form>
  );
}

/** Opens the withdraw dialog. The input survives closing, and stays the same attempt until it succeeds. */
export function WithdrawButton({
  balance,
  className,
  children,
}: {
  balance: CreatorBalance;
  className: string;
  children: ReactNode;
}) {
  const t = useTranslations('dashboard.withdrawal');
  const [open, setOpen] = useState(false);
  const [wish, setWish] = useState(noWish);
  const attempt = useAttempt();

  function finish() {
    setOpen(false);
    setWish(noWish);
    attempt.renew();
  }

  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        {children}
      </button>
      {open && (
        <Dialog title={t('title')} closeLabel={t('close')} onClose={() => setOpen(false)}>
          <WithdrawForm balance={balance} wish={wish} onChange={setWish} attempt={attempt} onDone={finish} />
        </Dialog>
      )}
    </>
  );
}
