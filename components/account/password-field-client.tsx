'use client';

import { useTranslations } from 'next-intl';
import { type ComponentProps, useState } from 'react';
import { Field } from '@/components/ui/field';
import { Eye, EyeOff } from '@/components/ui/icons/desk';
import { fieldLengths } from '@/lib/account/field-lengths';

/** Password field with a show button. */
export function PasswordField(props: ComponentProps<typeof Field>) {
  const t = useTranslations('auth');
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Field
        {...props}
        type={shown ? 'text' : 'password'}
        {...(props.autoComplete === 'new-password' && { maxLength: fieldLengths.password })}
        required
      />
      <button
        type="button"
        aria-label={t(shown ? 'hidePassword' : 'showPassword')}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute top-7.5 right-1 grid size-11 place-items-center text-muted hover:text-ink"
      >
        <Icon aria-hidden className="size-5" />
      </button>
    </div>
  );
}
