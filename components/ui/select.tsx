import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names';
import { TypedEarly } from './typed-early-client';

type Props = ComponentProps<'select'> & {
  label: ReactNode;
  options: Array<{ value: string; label: string }>;
  error?: ReactNode;
};

/** A labelled select box with its error beside it. */
export function Select({ label, options, error, ...rest }: Props) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      {rest.value !== undefined && <TypedEarly control={id} sent={rest.value} />}
      <select
        {...rest}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className={classNames(
          'h-12 w-full rounded-control border bg-canvas px-3 text-base text-ink',
          error ? 'border-bad' : 'border-edge',
        )}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
