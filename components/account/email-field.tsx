import type { ComponentProps } from 'react';
import { Field } from '@/components/ui/field';
import { fieldLengths } from '@/lib/account/field-lengths';

/**
 * Mail address field, which password managers save as the user name. A text input, because `type="email"` does not
 * allow `autocomplete="username"` (HTML, "Autofill").
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
