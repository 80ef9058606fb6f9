import type { ComponentProps, ReactNode } from 'react';

type Props = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode };

/** A checkbox with its label. */
export function Check({ label, ...rest }: Props) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input {...rest} type="checkbox" className="size-5 shrink-0 accent-(--buy)" />
      {label}
    </label>
  );
}
