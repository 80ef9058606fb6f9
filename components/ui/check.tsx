import { type ComponentProps, type ReactNode, useId } from 'react';
import { TypedEarly } from './typed-early-client';

type Props = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode };

/** A checkbox with its label. */
export function Check({ label, ...rest }: Props) {
  const id = useId();
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      {rest.checked !== undefined && <TypedEarly control={id} sent={rest.checked} />}
      <input {...rest} id={id} type="checkbox" className="size-5 shrink-0" />
      <span>{label}</span>
    </label>
  );
}
