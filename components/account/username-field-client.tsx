'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Field } from '@/components/ui/field';
import { answerOf } from '@/components/ui/use-action';
import { usernameLength, usernamePattern } from '@/lib/account/names/username';
import { checkUsername } from '@/lib/account/sign-in/action';

type Props = { defaultValue?: string | undefined; error?: string | undefined };

const nameIn = ({ value }: HTMLInputElement) => value.replaceAll(/\s/g, '');

/** Field of a new username. It reports a taken name on blur, before the form is sent. */
export function UsernameField({ defaultValue, error }: Props) {
  const t = useTranslations('auth');
  const [checked, setChecked] = useState<{ name: string; isTaken: boolean }>();

  async function check(input: HTMLInputElement) {
    const name = nameIn(input);
    if (!usernamePattern.test(name) || name === checked?.name) return;
    const answer = await answerOf(() => checkUsername(name));
    // A failed check shows nothing: the name is checked again when the form is sent.
    if (answer.ok && name === nameIn(input)) setChecked({ name, isTaken: answer.value.isTaken });
  }

  return (
    <div aria-live="polite">
      <Field
        label={t('username')}
        name="username"
        autoComplete="nickname"
        maxLength={usernameLength.max}
        required
        hint={checked && !checked.isTaken && !error ? t('usernameFree', { name: checked.name }) : t('usernameHint')}
        defaultValue={defaultValue}
        onBlur={({ target }) => void check(target)}
        onChange={() => setChecked(undefined)}
        error={checked?.isTaken ? t('errors.usernameTaken') : error}
      />
    </div>
  );
}
