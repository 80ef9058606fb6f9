import { type ReactNode, useId } from 'react';
import { TooLong } from './too-long-client';
import { TypedEarly } from './typed-early-client';

export type FrameProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  /** Screen readers announce the error when it appears: for an error that does not move the focus to its control. */
  announced?: boolean;
};

/** Properties that the frame passes to its control. */
type Own = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined; className: string };

type Props = FrameProps & {
  id?: string;
  className?: string;
  maxLength?: number;
  /** The controlled value, if any. */
  value: string | number | readonly string[] | undefined;
  children: (own: Own) => ReactNode;
};

/** Label, hint and error of a control, linked for screen readers. The control reports what exceeds `maxLength`. */
export function ControlFrame({ label, hint, error, announced, id, className, maxLength, value, children }: Props) {
  const ownId = useId();
  const control = id ?? ownId;
  const describedBy = [hint && `${control}-hint`, error && `${control}-error`, maxLength && `${control}-long`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={className}>
      <label htmlFor={control} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      {value !== undefined && <TypedEarly control={control} sent={value} />}
      {children({
        id: control,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
        className: `w-full rounded-control border bg-canvas text-base text-ink placeholder:text-muted ${error ? 'border-bad' : 'border-edge'}`,
      })}
      {maxLength !== undefined && <TooLong control={control} id={`${control}-long`} most={maxLength} value={value} />}
      {hint && (
        <p id={`${control}-hint`} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p
          id={`${control}-error`}
          role={announced ? 'alert' : undefined}
          className="mt-1.5 text-sm font-medium text-bad"
        >
          {error}
        </p>
      )}
    </div>
  );
}
