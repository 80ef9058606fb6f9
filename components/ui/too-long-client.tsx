'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';

type Props = {
  /** The id of the field. */
  control: string;
  /** The id under which the field names this text as its description. */
  id: string;
  /** The most characters that the field takes, without the spaces around them. */
  most: number;
  /** What React has in the field, if it keeps it. */
  value: unknown;
};

/** Spaces around a password belong to it. */
const lengthOf = ({ value, autocomplete }: HTMLInputElement) =>
  (autocomplete.endsWith('password') ? value : value.trim()).length;

/**
 * Says by how much what stands in a field is too long. No field cuts what is pasted into it, as `maxLength` does: the
 * rest may be valid and mean something else, as the name of another player does.
 */
export function TooLong({ control, id, most, value }: Props) {
  const t = useTranslations('fields');
  const [length, setLength] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a value that React sets tells nobody that it has changed
  useEffect(() => {
    const field = document.getElementById(control) as HTMLInputElement;
    const read = () => setLength(lengthOf(field));
    // A form empties its fields after it has said that it will.
    const readLater = () => queueMicrotask(read);
    read();
    field.addEventListener('input', read);
    field.form?.addEventListener('reset', readLater);
    return () => {
      field.removeEventListener('input', read);
      field.form?.removeEventListener('reset', readLater);
    };
  }, [control, value]);
  const problem = length > most ? t('tooLong', { most, count: length - most }) : '';
  // A form without code of its own is not sent by the browser.
  useEffect(() => {
    const field = document.getElementById(control) as HTMLInputElement;
    field.setCustomValidity(problem);
    return () => field.setCustomValidity('');
  }, [control, problem]);
  return (
    <p id={id} aria-live="polite" className="mt-1.5 text-sm font-medium text-bad empty:hidden">
      {problem}
    </p>
  );
}
