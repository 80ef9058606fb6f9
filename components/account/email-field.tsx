import type { ComponentProps } from 'react';
import { Field } from '@/components/ui/field';
import { fieldLengths } from '@/lib/account/field-lengths';

/**
 * The field of an account's mail address, which is also what a password manager has to keep as the login: a text, because
 * a field of the type `email` cannot be a `username` (HTML, "Autofill").
 */
export function EmailField(props: ComponentProps<typeof Field>) {
  return (
    <Field
      {...props}
      name="email"
      type="text"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      autoComplete="username"
      maxLength={fieldLengths.email}
      required
    />
  );
}
