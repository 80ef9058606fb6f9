import { type ComponentProps, type ReactNode, useId } from 'react';

type Props = ComponentProps<'select'> & { label: ReactNode; options: Array<{ value: string; label: string }> };

/** A labelled select box. */
export function Select({ label, options, ...rest }: Props) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <select
        {...rest}
        id={id}
        className="h-12 w-full rounded-control border border-line bg-canvas px-3 text-base text-ink"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
