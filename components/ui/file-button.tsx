import type { ComponentProps, ReactNode } from 'react';
import { buttonStyles } from './button-styles';
import { FileChooser } from './file-chooser';

/** Button that opens the file chooser of the device. */
export function FileButton({ children, ...chooser }: ComponentProps<typeof FileChooser> & { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: its control is the file chooser inside it
    <label
      className={buttonStyles({ className: 'cursor-pointer has-disabled:opacity-60 has-focus-visible:outline-3' })}
    >
      {children}
      <FileChooser {...chooser} />
    </label>
  );
}
