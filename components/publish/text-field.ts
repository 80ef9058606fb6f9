import { useTranslations } from 'next-intl';
import { type TextFieldName, textFields } from '@/lib/publish/fields';
import { useFieldError } from './field-errors';
import type { StepProps } from './types';

/** Props of a plain text field's input: name, label, limit, value and error. */
export function useTextField({ draft, change }: StepProps) {
  const t = useTranslations('publish.fields');
  const withError = useFieldError();
  return (name: TextFieldName) => ({
    ...withError(name),
    label: t(name.replace(/En$/, '') as 'name'),
    maxLength: textFields[name].longest,
    value: draft[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });
}
