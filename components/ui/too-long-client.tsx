'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';

type Props = {
  /** Id of the field. */
  control: string;
  /** Id referenced by the field's `aria-describedby`. */
  id: string;
  /** Maximum length in characters, without surrounding spaces. */
  most: number;
  /** The controlled value, if any. */
  value: unknown;
};

/** Spaces around a password count as characters. */
const lengthOf = ({ value, autocomplete }: HTMLInputElement) =>
  (autocomplete.endsWith('password') ? value : value.trim()).length;

/**
 * Reports the excess length of a field. Fields never truncate pasted text, as `maxLength` does: the rest may be valid
 * and mean something else, such as another player's name.
 */
export function TooLong({ control, id, most, value }: Props) {
  const t = useTranslations('fields');
  const isControlled = value !== undefined;
  const [typed, setTyped] = useState(0);
  // Only for a field that React does not control: an update from this listener renders before React reads the input, and
  // would set a controlled field back to its old value.
  useEffect(() => {
    if (isControlled) return;
    const field = document.getElementById(control) as HTMLInputElement;
    const read = () => setTyped(lengthOf(field));
    // The `reset` event fires before the fields are cleared.
    const readLater = () => queueMicrotask(read);
    read();
    field.addEventListener('input', read);
    field.form?.addEventListener('reset', readLater);
    return () => {
      field.removeEventListener('input', read);
      field.form?.removeEventListener('reset', readLater);
    };
  }, [control, isControlled]);
  const length = isControlled ? String(value).trim().length : typed;
  const problem = length > most ? t('tooLong', { most, count: length - most }) : '';
  // Keeps the browser from submitting a form without scripts of its own.
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
