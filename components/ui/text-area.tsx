import type { ComponentProps } from 'react';
import { ControlFrame, type FrameProps } from './control-frame';

type Props = ComponentProps<'textarea'> & FrameProps;

/** A labelled text area. `maxLength` does not truncate: it reports excess length. */
export function TextArea({ label, hint, error, announced, rows = 3, maxLength, ...rest }: Props) {
  return (
    <ControlFrame {...{ label, hint, error, announced, maxLength }} value={rest.value}>
      {(own) => <textarea {...rest} {...own} rows={rows} className={`${own.className} px-3.5 py-3`} />}
    </ControlFrame>
  );
}
