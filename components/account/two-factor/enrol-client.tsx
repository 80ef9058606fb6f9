'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useId, useState } from 'react';
import { PasswordField } from '@/components/account/password-field-client';
import { Button } from '@/components/ui/button';
import { CopyText } from '@/components/ui/copy-text-client';
import { Field } from '@/components/ui/field';
import { focusOnShow } from '@/components/ui/focus-on-show';
import { Section } from '@/components/ui/section';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { beginTwoFactor, finishTwoFactor } from '@/lib/account/two-factor/action';
import type { Enrolment } from '@/lib/account/two-factor/types';
import { CodeField } from './code-field';
import { QrPicture } from './qr-picture';
import { RecoveryCodes } from './recovery-codes-client';

type Props = { title: string; text: string; suggestedName: string; asksPassword: boolean; next: string | null };

/** Sets up an app: name and password, QR code, first code, recovery codes (`data-new-codes`, until they are saved). */
export function Enrol({ title, text, suggestedName, asksPassword, next }: Props) {
  const t = useTranslations('twoFactor');
  const messages = useProblemText('twoFactor.errors');
  const router = useRouter();
  const secretId = useId();
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const [isBack, setBack] = useState(false);
  const [codes, setCodes] = useState<string[]>();
  const start = useAction(beginTwoFactor, { messages, onDone: setEnrolment });
  const end = useAction(finishTwoFactor, {
    messages,
    onDone: (made) => (made.length > 0 ? setCodes(made) : leave()),
  });

  const leave = () => {
    setEnrolment(undefined);
    setCodes(undefined);
    if (next) router.replace(next);
    router.refresh();
  };

  function begin(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    end.reset();
    const form = new FormData(event.currentTarget);
    start.run(String(form.get('name')), asksPassword ? String(form.get('current')) : undefined);
  }

  function finish(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    end.run(enrolment?.factorId ?? '', String(new FormData(event.currentTarget).get('code')));
  }

  if (codes) {
    return (
      <div data-new-codes>
        <Section title={t('codes')} text={t('codesText')}>
          <RecoveryCodes codes={codes} onKept={leave} />
        </Section>
      </div>
    );
  }
  if (!enrolment) {
    const { name, current } = start.fieldErrors;
    return (
      <Section title={title} text={text}>
        <form method="dialog" onSubmit={begin} noValidate className="space-y-4">
          <Field
            label={t('appName')}
            hint={t('appNameHint')}
            name="name"
            ref={isBack ? focusOnShow : undefined}
            autoComplete="off"
            maxLength={40}
            defaultValue={suggestedName}
            error={current ? messages(name) : start.problem}
          />
          {asksPassword && (
            <PasswordField
              label={t('password')}
              name="current"
              autoComplete="current-password"
              error={messages(current)}
            />
          )}
          <Button type="submit" variant="buy" pending={start.pending}>
            {t('begin')}
          </Button>
        </form>
      </Section>
    );
  }
  return (
    <Section title={title} text={text}>
      <form method="dialog" onSubmit={finish} noValidate className="space-y-5">
        <p ref={focusOnShow} tabIndex={-1} className="text-sm text-muted">
          {t('scan')}
        </p>
        <QrPicture qr={enrolment.qr} title={t('qrTitle')} />
        <div>
          <p className="mb-1.5 text-sm font-medium">{t('secret')}</p>
          <p id={secretId} className="mb-3 rounded-control bg-raised px-3 py-2 font-mono text-sm break-all">
            {enrolment.secret.match(/.{1,4}/g)?.join(' ')}
          </p>
          <CopyText text={enrolment.secret} label={t('copySecret')} shown={secretId} />
        </div>
        <CodeField error={end.problem} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="buy" pending={end.pending}>
            {t('confirm')}
          </Button>
          <Button
            onClick={() => {
              setEnrolment(undefined);
              setBack(true);
            }}
          >
            {t('cancel')}
          </Button>
        </div>
      </form>
    </Section>
  );
}
