'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState, useTransition } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { beginTwoFactor, finishTwoFactor } from '@/lib/account/two-factor/action';
import type { Enrolment, MfaError } from '@/lib/account/two-factor/types';
import { CodeField } from './code-field';
import { CopyText } from './copy-text-client';
import { QrPicture } from './qr-picture';
import { RecoveryCodes } from './recovery-codes-client';
import { useMfaError } from './use-mfa-error';

const failed = { ok: false as const, error: 'failed' as const };

type Props = { suggestedName: string; next: string | null };

/** Sets an app up: its name, the picture to scan, its first code, and the recovery codes. */
export function Enrol({ suggestedName, next }: Props) {
  const t = useTranslations('twoFactor');
  const text = useMfaError();
  const router = useRouter();
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [codes, setCodes] = useState<string[]>();
  const [error, setError] = useState<MfaError>();
  const [isPending, startTransition] = useTransition();

  const leave = () => {
    setEnrolment(undefined);
    setCodes(undefined);
    if (next) router.replace(next);
    router.refresh();
  };

  function begin(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name'));
    startTransition(async () => {
      const result = await beginTwoFactor(name).catch(() => failed);
      setError(result.ok ? undefined : result.error);
      if (result.ok) setEnrolment(result.value);
    });
  }

  function finish(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code'));
    startTransition(async () => {
      const result = await finishTwoFactor(enrolment?.factorId ?? '', code).catch(() => failed);
      setError(result.ok ? undefined : result.error);
      if (!result.ok) return;
      if (result.value.length > 0) setCodes(result.value);
      else leave();
    });
  }

  if (codes) return <RecoveryCodes codes={codes} onKept={leave} />;
  if (!enrolment) {
    return (
      <form onSubmit={begin} noValidate className="space-y-4">
        <Field
          label={t('appName')}
          hint={t('appNameHint')}
          name="name"
          maxLength={40}
          defaultValue={suggestedName}
          error={text(error)}
        />
        <Button type="submit" variant="buy" pending={isPending}>
          {t('begin')}
        </Button>
      </form>
    );
  }
  return (
    <form onSubmit={finish} noValidate className="space-y-5">
      <p className="text-sm text-muted">{t('scan')}</p>
      <QrPicture qr={enrolment.qr} title={t('qrTitle')} />
      <div>
        <p className="mb-1.5 text-sm font-medium">{t('secret')}</p>
        <p className="mb-3 rounded-control bg-raised px-3 py-2 font-mono text-sm break-all">
          {enrolment.secret.match(/.{1,4}/g)?.join(' ')}
        </p>
        <CopyText text={enrolment.secret} label={t('copySecret')} />
      </div>
      <CodeField error={text(error)} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="buy" pending={isPending}>
          {t('confirm')}
        </Button>
        <Button onClick={() => setEnrolment(undefined)}>{t('cancel')}</Button>
      </div>
    </form>
  );
}
