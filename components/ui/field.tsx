import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names';
import { TooLong } from './too-long-client';
import { TypedEarly } from './typed-early-client';

type Props = ComponentProps<'input'> & { label: ReactNode; hint?: ReactNode; error?: ReactNode };

/**
 * A labelled input with its hint and error, linked for screen readers. `maxLength` does not truncate: the field reports
 * excess length.
 */
export function Field({ label, hint, error, id, className, maxLength, ...rest }: Props) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const describedBy = [hint && `${inputId}-hint`, error && `${inputId}-error`, maxLength && `${inputId}-long`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={className}>
      <label htmlFor={inputId} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      {rest.value !== undefined && <TypedEarly control={inputId} sent={rest.value} />}
      <input
        {...rest}
        id={inputId}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy || undefined}
        className={classNames(
          'h-12 w-full rounded-control border bg-canvas px-3.5 text-base text-ink placeholder:text-muted',
          error ? 'border-bad' : 'border-edge',
        )}
      />
      {maxLength !== undefined && (
        <TooLong control={inputId} id={`${inputId}-long`} most={maxLength} value={rest.value} />
      )}
      {hint && (
        <p id={`${inputId}-hint`} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${inputId}-error`} className="mt-1.5 text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
