import { type ComponentProps, type ReactNode, useId } from 'react';
import { TooLong } from './too-long-client';
import { TypedEarly } from './typed-early-client';

type Props = ComponentProps<'textarea'> & { label: ReactNode; hint?: ReactNode; error?: ReactNode };

/** A labelled text area with its hint and error. `maxLength` does not truncate: it reports excess length. */
export function TextArea({ label, hint, error, rows = 3, maxLength, ...rest }: Props) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`, maxLength && `${id}-long`]
    .filter(Boolean)
    .join(' ');
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      {rest.value !== undefined && <TypedEarly control={id} sent={rest.value} />}
      <textarea
        {...rest}
        id={id}
        rows={rows}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy || undefined}
        className={`w-full rounded-control border bg-canvas px-3.5 py-3 text-base placeholder:text-muted ${error ? 'border-bad' : 'border-edge'}`}
      />
      {maxLength !== undefined && <TooLong control={id} id={`${id}-long`} most={maxLength} value={rest.value} />}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
