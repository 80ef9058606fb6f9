import type { ComponentProps, MouseEvent } from 'react';
import { LoaderCircle } from '@/components/ui/icons/shop';
import { type ButtonLook, buttonStyles } from './button-styles';

type Props = ComponentProps<'button'> & ButtonLook & { pending?: boolean };

const ignore = (event: MouseEvent) => event.preventDefault();

/** While pending, the button ignores presses but is not `disabled`: that would take the keyboard focus away. */
export function Button({ variant, size, className, pending = false, children, type = 'button', ...rest }: Props) {
  return (
    <button
      {...rest}
      {...(pending && { onClick: ignore, 'aria-busy': true, 'aria-disabled': true })}
      type={type}
      className={buttonStyles({ variant, size, className })}
    >
      {pending && <LoaderCircle aria-hidden className="size-4 animate-spin" />}
      {/* Browser translation replaces text nodes; React inserts the spinner before an element, which stays. */}
      <span className="contents">{children}</span>
    </button>
  );
}
