'use client';

import type { ReactNode } from 'react';
import { Button } from './button';
import { Notice } from './notice';
import { useFirstWrong } from './use-first-wrong';

type Props = {
  onSubmit: (form: HTMLFormElement) => void;
  submitLabel: string;
  pending: boolean;
  problem: string | undefined;
  fieldErrors: Record<string, string>;
  children: ReactNode;
};

/** A form in a card: its fields in two columns, the problem of the last submission, and the button. */
export function CardForm({ onSubmit, submitLabel, pending, problem, fieldErrors, children }: Props) {
  const element = useFirstWrong(fieldErrors);
  return (
    <form
      method="dialog"
      ref={element}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event.currentTarget);
      }}
      noValidate
      className="grid grid-cols-1 gap-4 rounded-card border border-line bg-surface p-4 sm:grid-cols-2"
    >
      {children}
      {problem && (
        <Notice tone="bad" className="sm:col-span-2">
          {problem}
        </Notice>
      )}
      <Button type="submit" variant="buy" pending={pending} className="sm:col-span-2 sm:justify-self-start">
        {submitLabel}
      </Button>
    </form>
  );
}
