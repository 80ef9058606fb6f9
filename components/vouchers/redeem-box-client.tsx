'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { personOfPage } from '@/components/account/me/page-person';
import { PlayerName } from '@/components/account/player-name-client';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { focusOnShow } from '@/components/ui/focus-on-show';
import { TicketCheck } from '@/components/ui/icons/desk';
import { Notice } from '@/components/ui/notice';
import { Picture } from '@/components/ui/picture-client';
import { SubmitButton } from '@/components/ui/submit-button-client';
import { toast } from '@/components/ui/toast';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { minecraftName } from '@/lib/account/names/minecraft-name';
import { fail } from '@/lib/core/action/result';
import { cleanCode } from '@/lib/vouchers/clean-code';
import { type CodeGift, lookUpCode, redeemCode } from '@/lib/vouchers/codes/action';

/** Delay of the reload in milliseconds, so that the toast can be read. */
const reloadDelayMs = 600;

type ConfirmProps = { code: string; gift: CodeGift; leastName: number; onBack: () => void };

/** Second step: shows the code's product and its recipient. */
function ConfirmRedeem({ code, gift, leastName, onBack }: ConfirmProps) {
  const t = useTranslations('redeem');
  const text = useProblemText('redeem.errors');
  const { min, pattern, forbidden } = minecraftName(leastName);
  const router = useRouter();
  const [name, setName] = useState('');
  const [done, setDone] = useState(false);
  const isShort = name.length < min && !forbidden.test(name);
  const { run, pending, problem } = useAction(() => redeemCode(code, name, personOfPage()), {
    messages: (refusal) => {
      // Without a response it is unknown whether the code was used.
      if (refusal === 'failed') return t('errors.sin_respuesta');
      return text(refusal === 'codigo_no_valido' ? 'usado_entretanto' : refusal);
    },
    onDone: async () => {
      setDone(true);
      await toast('success', t('done'));
      setTimeout(() => window.location.reload(), reloadDelayMs);
    },
    // The page shows an outdated minimum length.
    onFail: (code) => code === 'nombre_minecraft_no_valido' && router.refresh(),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    run();
  }

  return (
    <form method="dialog" onSubmit={submit} noValidate className="space-y-4">
      <div className="flex gap-4">
        <Picture
          src={gift.coverUrl}
          blur={gift.coverBlur}
          alt=""
          width={72}
          height={96}
          className="h-24 w-18 rounded-control object-cover"
        />
        <div ref={focusOnShow} tabIndex={-1} className="min-w-0">
          <p className="text-sm text-muted">{t('gives')}</p>
          <p className="font-bold">{gift.name}</p>
          {gift.edition && <p className="text-sm text-muted">{gift.edition}</p>}
        </div>
      </div>
      <PlayerName
        label={t('minecraftName')}
        hint={t('minecraftHint', { min })}
        error={isShort ? t('errors.nombre_corto', { min }) : t('errors.nombre_minecraft_no_valido')}
        emptyError={t('errors.nombre_vacio')}
        least={min}
        value={name}
        onChange={setName}
      />
      {problem && <Notice tone="bad">{problem}</Notice>}
      <div className="flex flex-wrap gap-3">
        <SubmitButton
          variant="buy"
          pending={pending || done}
          missing={pattern.test(name) ? null : { text: t('missingName'), field: 'minecraftName' }}
        >
          {t('confirm')}
        </SubmitButton>
        <Button onClick={onBack} disabled={pending || done}>
          {t('back')}
        </Button>
      </div>
    </form>
  );
}

/** Redeem box of the orders page: the code, then a confirmation. */
export function RedeemBox({ leastName }: { leastName: number }) {
  const t = useTranslations('redeem');
  const text = useProblemText('redeem.errors');
  const [code, setCode] = useState('');
  const [gift, setGift] = useState<CodeGift | null>(null);
  const [isBack, setBack] = useState(false);
  const { run, pending, problem, reset } = useAction(
    async () => (cleanCode(code) === '' ? fail('vacio') : lookUpCode(code)),
    { messages: (refusal) => text(refusal === 'failed' ? 'fallo' : refusal), onDone: setGift },
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    reset();
    run();
  }

  return (
    <section aria-labelledby="redeem" className="mb-6 rounded-card border border-line bg-surface p-5">
      <h2 id="redeem" className="mb-3 flex items-center gap-2 text-lg font-bold">
        <TicketCheck aria-hidden className="size-5 text-link" />
        {t('title')}
      </h2>
      {gift ? (
        <ConfirmRedeem
          code={code}
          gift={gift}
          leastName={leastName}
          onBack={() => {
            setGift(null);
            setBack(true);
          }}
        />
      ) : (
        <form
          method="dialog"
          onSubmit={submit}
          noValidate
          className="grid grid-cols-1 items-start gap-3 sm:grid-cols-[minmax(0,1fr)_auto]"
        >
          <Field
            label={t('label')}
            value={code}
            maxLength={60}
            placeholder="XXXX-XXXX-XXXX-XXXX"
            ref={isBack ? focusOnShow : undefined}
            autoComplete="off"
            spellCheck={false}
            error={problem}
            announced
            onChange={(event) => setCode(event.target.value)}
          />
          <Button type="submit" variant="buy" pending={pending} className="h-12 sm:mt-6.5">
            {t('redeem')}
          </Button>
        </form>
      )}
    </section>
  );
}
