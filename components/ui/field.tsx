import type { ComponentProps } from 'react';
import { ControlFrame, type FrameProps } from './control-frame';

type Props = ComponentProps<'input'> & FrameProps;

/** A labelled input. `maxLength` does not truncate: the field reports excess length. */
export function Field({ label, hint, error, announced, id, className, maxLength, ...rest }: Props) {
  return (
    <ControlFrame {...{ label, hint, error, announced, id, className, maxLength }} value={rest.value}>
      {(own) => <input {...rest} {...own} className={`${own.className} h-12 px-3.5`} />}
    </ControlFrame>
  );
}
