import { type ReactNode, useId } from 'react';

/** Properties that the group passes to its checkboxes. */
type Own = { 'aria-invalid': true | undefined; 'aria-describedby': string | undefined };

type Props = {
  legend: string;
  error: ReactNode;
  className?: string;
  /** Classes of the grid of checkboxes. */
  grid: string;
  children: (own: Own) => ReactNode;
};

/** Checkboxes with a common error, linked to each of them for screen readers. */
export function CheckGroup({ legend, error, className, grid, children }: Props) {
  const id = useId();
  return (
    <fieldset className={className}>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className={`grid grid-cols-1 ${grid}`}>
        {children({ 'aria-invalid': error ? true : undefined, 'aria-describedby': error ? id : undefined })}
      </div>
      {error && (
        <p id={id} className="mt-1.5 text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}
