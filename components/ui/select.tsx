import type { ComponentProps } from 'react';
import { ControlFrame, type FrameProps } from './control-frame';

type Props = ComponentProps<'select'> &
  Pick<FrameProps, 'label' | 'hint' | 'error'> & { options: Array<{ value: string; label: string }> };

/** A labelled select box. */
export function Select({ label, hint, options, error, ...rest }: Props) {
  return (
    <ControlFrame label={label} hint={hint} error={error} value={rest.value}>
      {(own) => (
        <select {...rest} {...own} className={`${own.className} h-12 px-3`}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </ControlFrame>
  );
}
