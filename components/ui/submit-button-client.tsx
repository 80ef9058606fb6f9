'use client';

import { type ComponentProps, type MouseEvent, useId } from 'react';
import { Button } from './button';

type Props = Omit<ComponentProps<typeof Button>, 'type' | 'onClick'> & {
  /** What the form cannot be sent without, and the name of the field where it is said; null once it is complete. */
  missing: { text: string; field: string } | null;
};

/** The button that sends a form. Where something is missing it says what, and a press leads there. */
export function SubmitButton({ missing, ...rest }: Props) {
  const id = useId();

  function lead(event: MouseEvent<HTMLButtonElement>) {
    if (!missing) return;
    event.preventDefault();
    const found = event.currentTarget.form?.elements.namedItem(missing.field);
    const field = found instanceof RadioNodeList ? found[0] : found;
    if (field instanceof HTMLElement) field.focus();
  }

  return (
    <>
      <Button
        {...rest}
        type="submit"
        aria-disabled={missing ? true : undefined}
        aria-describedby={missing ? id : undefined}
        onClick={lead}
      />
      {missing && (
        <p id={id} className="w-full text-sm text-muted">
          {missing.text}
        </p>
      )}
    </>
  );
}
