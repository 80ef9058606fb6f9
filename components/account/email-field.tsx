import type { ComponentProps } from 'react';
import { Field } from '@/components/ui/field';
import { fieldLengths } from '@/lib/account/field-lengths';

/** The field of an account's mail address, which is also what a password manager has to keep as the login. */
export function EmailField(props: ComponentProps<typeof Field>) {
  return <Field {...props} name="email" type="email" autoComplete="username" maxLength={fieldLengths.email} required />;
}
