'use client';

import { type ComponentProps, type MouseEvent, useId } from 'react';
import { Button } from './button';

type Props = Omit<ComponentProps<typeof Button>, 'type' | 'onClick'> & {
  /** The missing input and the name of the field that reports it; null if complete. */
  missing: { text: string; field: string } | null;
};

/** Submit button. If input is missing, it names it, and a press moves the focus there. */
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
